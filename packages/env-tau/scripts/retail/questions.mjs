import { call } from '../calls.mjs';
import { readOrder, readProduct, priceOf, hasCents } from './calls.mjs';
import { Money } from '../python-json.mjs';

/** What customers only ask, or cannot have. */
export const questions = {
  'price-range': (shop) => {
    const who = shop.customer();
    const endsOf = (product) => {
      const prices = shop.variantsOf(product).map(({ price }) => price.cents);
      return [Math.max(...prices), Math.min(...prices)].map((cents) => new Money(cents));
    };
    const rangeOf = (product) => {
      const [dearest, cheapest] = endsOf(product);
      return new Money(dearest.cents - cheapest.cents);
    };
    const product = shop.pickProducts(20).find((one) => hasCents(rangeOf(one)));
    const { says, looksUp } = shop.identity(who);
    return {
      who,
      wants:
        `${says} You think about buying a ${product.name.toLowerCase()}. You want to know how much more the dearest one ` +
        'that can be had costs than the cheapest, to the cent. You buy nothing today.',
      actions: [
        looksUp,
        call('list_all_product_types', {}),
        readProduct(product),
        call('calculate', { expression: endsOf(product).join(' - ') }),
      ],
      outputs: [rangeOf(product)],
    };
  },

  'where-is-it': (shop) => {
    const who = shop.customer();
    const order = shop.order(
      who,
      'processed',
      shop.pickItems(2, (items) => hasCents(priceOf(items))),
    );
    const { says, looksUp } = shop.identity(who, 'name');
    return {
      who,
      wants:
        `${says} Your order ${order.id} is on its way. You want its tracking number to look it up yourself, ` +
        'and what you paid for it in all.',
      actions: [looksUp, readOrder(order)],
      outputs: [order.tracking, order.total],
    };
  },

  'too-late-to-cancel': (shop) => {
    const who = shop.customer();
    const order = shop.order(who, 'processed', shop.pickItems(1));
    const { says, looksUp } = shop.identity(who);
    return {
      who,
      wants:
        `${says} You want order ${order.id} cancelled, as you no longer need it. When you hear that it is too late ` +
        'for that, you give in, and ask for the tracking number so that you can be at home when it comes. You do not ' +
        'ask for the number before, and you do not want to be put through to somebody else.',
      actions: [looksUp, readOrder(order)],
      outputs: [order.tracking],
    };
  },

  'nothing-to-do': (shop) => {
    const [who, friend] = [shop.customer(), shop.customer()];
    const order = shop.order(friend, 'pending', shop.pickItems(1));
    const { says, looksUp } = shop.identity(who);
    return {
      who,
      wants:
        `${says} Your friend ${friend.first} ${friend.last} asked you to have order ${order.id} cancelled for them. ` +
        'You say that you do it for them. When the agent does not do it, you accept that and say goodbye.',
      actions: [looksUp],
    };
  },
};
