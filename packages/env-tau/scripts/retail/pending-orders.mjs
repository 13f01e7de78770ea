import { call, readUser, cardOf } from '../calls.mjs';
import {
  readOrder,
  readProduct,
  named,
  inWords,
  changeable,
  newAddress,
  changeItems,
  cancel,
} from './calls.mjs';

/** What customers want of orders that have not left yet. */
export const pendingOrders = {
  'cancel-order': (shop) => {
    const who = shop.customer();
    const [gone, kept] = [
      shop.order(who, 'pending', shop.pickItems(2)),
      shop.order(who, 'pending', shop.pickItems(1)),
    ];
    const { says, looksUp } = shop.identity(who, 'email');
    return {
      who,
      wants:
        `${says} You found the things of order ${gone.id} cheaper in town and no longer need it: ` +
        `have it cancelled. Order ${kept.id} is to arrive as planned.`,
      actions: [looksUp, readOrder(gone), cancel(gone, 'no longer needed')],
    };
  },

  'cancel-by-content': (shop) => {
    const who = shop.customer(['paypal']);
    const items = shop.pickItems(3);
    const [gone, other] = [
      shop.order(who, 'pending', [items[0]]),
      shop.order(who, 'delivered', items.slice(1)),
    ];
    const { says, looksUp } = shop.identity(who, 'name');
    return {
      who,
      wants:
        `${says} You clicked too fast and ordered a ${named(gone.items[0])} by mistake. You want that ` +
        'order cancelled. You do not know its number; the agent can find it.',
      actions: [
        looksUp,
        readUser(who),
        readOrder(gone),
        readOrder(other),
        cancel(gone, 'ordered by mistake'),
      ],
    };
  },

  'change-item': (shop) => {
    const who = shop.customer();
    const [{ product, item, variant, option }] = changeable(shop, 1);
    const order = shop.order(who, 'pending', [item]);
    const { says, looksUp } = shop.identity(who);
    return {
      who,
      wants:
        `${says} Your order ${order.id} has not left yet. You looked at the ${named(item)} again and want ` +
        `${option} ${variant.options[option]} instead of ${item.options[option]}, nothing else changed. ` +
        `You settle the difference with ${cardOf(who.payment[0])}.`,
      actions: [
        looksUp,
        readOrder(order),
        readProduct(product),
        changeItems(order, [item], [variant], who.payment[0]),
      ],
    };
  },

  'change-two-items': (shop) => {
    const who = shop.customer(['credit_card', 'gift_card']);
    const pairs = changeable(shop, 2);
    const order = shop.order(
      who,
      'pending',
      pairs.map(({ item }) => item),
    );
    const { says, looksUp } = shop.identity(who);
    const wishes = pairs.map(
      ({ item, variant, option }) => `the ${named(item)} with ${option} ${variant.options[option]}`,
    );
    return {
      who,
      wants:
        `${says} You want two things of order ${order.id} changed before it is sent: ${wishes.join(', and ')}, ` +
        'all else as it was. Use your gift card for the difference. Mention both things in your first message about it.',
      actions: [
        looksUp,
        readUser(who),
        readOrder(order),
        ...pairs.map(({ product }) => readProduct(product)),
        changeItems(
          order,
          pairs.map(({ item }) => item),
          pairs.map(({ variant }) => variant),
          who.payment[1],
        ),
      ],
    };
  },

  'cheaper-variant': (shop) => {
    const who = shop.customer();
    const found = shop.pickProducts(20).flatMap((product) => {
      const [cheapest, ...others] = shop
        .variantsOf(product)
        .toSorted((a, b) => a.price.cents - b.price.cents);
      return others[0].price.cents === cheapest.price.cents
        ? []
        : [{ product, cheapest, dear: others.at(-1) }];
    });
    const [{ product, cheapest, dear }] = found;
    const order = shop.order(who, 'pending', [shop.itemOf(product, dear)]);
    const { says, looksUp } = shop.identity(who, 'email');
    return {
      who,
      wants:
        `${says} You spent too much this month. Change the ${product.name.toLowerCase()} of order ${order.id} to the ` +
        'cheapest one that can be had, whatever it looks like, and let the rest go back to your card.',
      actions: [
        looksUp,
        readOrder(order),
        readProduct(product),
        changeItems(order, [dear], [cheapest], who.payment[0]),
      ],
    };
  },

  'order-address': (shop) => {
    const who = shop.customer();
    const order = shop.order(who, 'pending', shop.pickItems(2));
    const address = newAddress(shop);
    const { says, looksUp } = shop.identity(who);
    return {
      who,
      wants:
        `${says} Order ${order.id} is a present and is to go to your sister: ${inWords(address)}. ` +
        'Your own address in the shop stays what it is.',
      actions: [
        looksUp,
        readOrder(order),
        call('modify_pending_order_address', { order_id: order.id, ...address }),
      ],
    };
  },

  'moved-house': (shop) => {
    const who = shop.customer();
    const order = shop.order(who, 'pending', shop.pickItems(1));
    const address = newAddress(shop);
    const { says, looksUp } = shop.identity(who, 'email');
    return {
      who,
      wants:
        `${says} You are moving to ${inWords(address)}. You want the shop to have the new address, and your ` +
        'order that is still open to be sent there. You do not have its number at hand.',
      actions: [
        looksUp,
        readUser(who),
        readOrder(order),
        call('modify_user_address', { user_id: who.id, ...address }),
        call('modify_pending_order_address', { order_id: order.id, ...address }),
      ],
    };
  },

  'other-payment': (shop) => {
    const who = shop.customer(['credit_card', 'gift_card']);
    const order = shop.order(who, 'pending', shop.pickItems(2));
    const { says, looksUp } = shop.identity(who);
    return {
      who,
      wants:
        `${says} You meant to pay order ${order.id} with your gift card, not with your credit card. ` +
        'Have that put right.',
      actions: [
        looksUp,
        readUser(who),
        readOrder(order),
        call('modify_pending_order_payment', {
          order_id: order.id,
          payment_method_id: who.payment[1].id,
        }),
      ],
    };
  },
};
