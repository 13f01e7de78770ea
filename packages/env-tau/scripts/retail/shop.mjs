import { createPeople } from '../people.mjs';
import { Money, sum } from '../python-json.mjs';
import { createRandom } from '../random.mjs';

const PRODUCTS = {
  'Rain Jacket': { size: ['small', 'medium', 'large'], color: ['navy', 'yellow', 'olive'] },
  'Table Lamp': { shade: ['linen', 'glass'], height: ['30 cm', '45 cm', '60 cm'] },
  'Camping Tent': { sleeps: ['2', '4', '6'], color: ['orange', 'green'] },
  'Chef Knife': { blade: ['15 cm', '20 cm', '25 cm'], handle: ['oak', 'walnut'] },
  Rucksack: { volume: ['20 l', '30 l', '45 l'], color: ['black', 'rust', 'teal'] },
  'Wool Blanket': { size: ['single', 'double'], pattern: ['plain', 'striped', 'checked'] },
  'Floor Cushion': { shape: ['round', 'square'], color: ['sand', 'plum', 'slate'] },
  'Bread Bin': { material: ['steel', 'bamboo'], color: ['white', 'mint', 'gray'] },
  'Desk Fan': { speeds: ['2', '3'], color: ['white', 'black', 'copper'] },
  'Picnic Basket': { persons: ['2', '4', '6'], lining: ['blue', 'red'] },
};

function combinations(options) {
  return Object.entries(options).reduce(
    (sets, [name, values]) =>
      sets.flatMap((set) => values.map((value) => ({ ...set, [name]: value }))),
    [{}],
  );
}

/** `the large navy one`, in words. */
export function describe(options) {
  return Object.entries(options)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

/** A shop to put customers and orders into. @param {number} seed */
export function createShop(seed) {
  const random = createRandom(seed);
  const people = createPeople(random);
  const [orders, products, users] = [new Map(), new Map(), new Map()];

  // The last digit is never 0: `12.40` and `12.4` would both be right words for it.
  const price = (from, to) =>
    new Money(random.whole(from, to) * 100 + random.whole(1, 9) * 10 + random.whole(1, 9));

  for (const [name, options] of Object.entries(PRODUCTS)) {
    const productId = random.digits(10);
    const base = random.whole(18, 160);
    const variants = new Map();
    const sold = random.whole(2, 4);
    for (const [at, chosen] of combinations(options).entries()) {
      const itemId = random.digits(10);
      const available = at === 0 || at % sold !== 1;
      variants.set(itemId, {
        item_id: itemId,
        options: chosen,
        available,
        price: price(base, base + 30),
      });
    }
    products.set(productId, { name, product_id: productId, variants });
  }

  const variantsOf = (product, isAvailable = true) =>
    [...product.variants.values()].filter(({ available }) => available === isAvailable);
  const itemOf = (product, { item_id, price: paid, options }) => ({
    name: product.name,
    product_id: product.product_id,
    item_id,
    price: paid,
    options,
  });
  /** Different products. */
  const pickProducts = (count) => random.shuffle([...products.values()]).slice(0, count);
  /** An item of each of so many products, as an order holds it; such that `isGood` says so. */
  const pickItems = (count, isGood = () => true) => {
    for (;;) {
      const items = pickProducts(count).map((product) =>
        itemOf(product, random.pick(variantsOf(product))),
      );
      if (isGood(items)) return items;
    }
  };

  const customer = (methods = ['credit_card']) => {
    const { id, name, address, email, first, last } = people.person();
    const payment = methods.map((source) => {
      if (source === 'credit_card') return people.card();
      const methodId = `${source}_${random.digits(7)}`;
      if (source === 'paypal') return { source, id: methodId };
      return { source, balance: random.whole(6, 9) * 100, id: methodId };
    });
    const record = {
      name,
      address,
      email,
      payment_methods: new Map(payment.map((one) => [one.id, one])),
      orders: [],
    };
    users.set(id, record);
    return { id, first, last, email, address, payment, record };
  };

  const order = (who, status, items, paidBy = who.payment[0]) => {
    const id = `#W${random.digits(7)}`;
    const isSent = status === 'delivered' || status === 'processed';
    const tracking = random.digits(12);
    const sent = [{ tracking_id: [tracking], item_ids: items.map(({ item_id }) => item_id) }];
    const total = sum(items.map(({ price: paid }) => paid));
    orders.set(id, {
      order_id: id,
      user_id: who.id,
      address: who.address,
      items,
      fulfillments: isSent ? sent : [],
      status,
      payment_history: [
        { transaction_type: 'payment', amount: total, payment_method_id: paidBy.id },
      ],
    });
    who.record.orders.push(id);
    return { id, items, total, tracking, paidBy };
  };

  /** How a customer says who they are, and the agent's look-up of them. */
  const identity = (who, by = random.pick(['email', 'name'])) => {
    const { first, last, email, address } = who;
    if (by === 'email') {
      const says = random.pick([
        `You are ${first} ${last}, and your e-mail address is ${email}.`,
        `Your name is ${first} ${last}. The shop knows you as ${email}.`,
      ]);
      return { says, looksUp: { name: 'find_user_id_by_email', kwargs: { email } } };
    }
    return {
      says:
        `You are ${first} ${last} and live in ${address.city}, zip code ${address.zip}. ` +
        'You do not remember which e-mail address you signed up with.',
      looksUp: {
        name: 'find_user_id_by_name_zip',
        kwargs: { first_name: first, last_name: last, zip: address.zip },
      },
    };
  };

  return {
    random,
    people,
    orders,
    products,
    users,
    variantsOf,
    itemOf,
    pickProducts,
    pickItems,
    customer,
    order,
    identity,
  };
}
