import { call, readUser, cardOf } from '../calls.mjs';
import {
  readOrder,
  readProduct,
  named,
  priceOf,
  hasCents,
  changeable,
  giveBack,
  exchangeItems,
  cancel,
} from './calls.mjs';
import { describe } from './shop.mjs';

/** What customers want of orders that came. */
export const deliveredOrders = {
  'return-item': (shop) => {
    const who = shop.customer();
    const order = shop.order(who, 'delivered', shop.pickItems(3));
    const { says, looksUp } = shop.identity(who);
    const back = order.items[1];
    return {
      who,
      wants:
        `${says} The ${named(back)} of order ${order.id} is not what you hoped for. You want to send ` +
        `only that back, with the money to ${cardOf(order.paidBy)}.`,
      actions: [looksUp, readOrder(order), giveBack(order, [back])],
    };
  },

  'return-to-gift-card': (shop) => {
    const who = shop.customer(['credit_card', 'gift_card']);
    const order = shop.order(who, 'delivered', shop.pickItems(3));
    const { says, looksUp } = shop.identity(who);
    const back = order.items.slice(0, 2);
    return {
      who,
      wants:
        `${says} You moved to a smaller flat and want to return the ${back.map(named).join(' and the ')} ` +
        `of order ${order.id}. You would like the refund on your gift card rather than on your credit card.`,
      actions: [looksUp, readUser(who), readOrder(order), giveBack(order, back, who.payment[1])],
    };
  },

  'exchange-option': (shop) => {
    const who = shop.customer();
    const [{ product, item, variant, option }] = changeable(shop, 1);
    const order = shop.order(who, 'delivered', [
      item,
      ...shop
        .pickItems(5)
        .filter(({ name }) => name !== item.name)
        .slice(0, 1),
    ]);
    const { says, looksUp } = shop.identity(who);
    return {
      who,
      wants:
        `${says} The ${named(item)} of order ${order.id} should have been one with ${option} ` +
        `${variant.options[option]}. You want it exchanged for that, everything else about it ` +
        `the same, and settle the difference with ${cardOf(who.payment[0])}.`,
      actions: [
        looksUp,
        readOrder(order),
        readProduct(product),
        exchangeItems(order, [item], [variant], who.payment[0]),
      ],
    };
  },

  'exchange-second-choice': (shop) => {
    const who = shop.customer(['paypal', 'credit_card']);
    const product = shop
      .pickProducts(20)
      .find((one) => shop.variantsOf(one, false).length > 0 && shop.variantsOf(one).length > 2);
    const [first] = shop.variantsOf(product, false);
    const [owned, second] = shop.random.shuffle(shop.variantsOf(product));
    const order = shop.order(who, 'delivered', [shop.itemOf(product, owned)]);
    const { says, looksUp } = shop.identity(who);
    return {
      who,
      wants:
        `${says} You would like another ${product.name.toLowerCase()} for the one that came with order ${order.id}: ` +
        `at best one with ${describe(first.options)}. If that cannot be had, take ${describe(second.options)}. ` +
        'You settle the difference by PayPal. You do not mention your second choice before you are told that ' +
        'the first is sold out.',
      actions: [
        looksUp,
        readOrder(order),
        readProduct(product),
        exchangeItems(order, [owned], [second], who.payment[0]),
      ],
    };
  },

  'cancel-and-return': (shop) => {
    const who = shop.customer();
    const [open, here] = [
      shop.order(who, 'pending', shop.pickItems(1)),
      shop.order(who, 'delivered', shop.pickItems(2)),
    ];
    const { says, looksUp } = shop.identity(who);
    return {
      who,
      wants:
        `${says} You have two matters. First, cancel ${open.id}, which you no longer need. Then return everything of ` +
        `${here.id}, the money back the way you paid. Bring up the second only when the first is done.`,
      actions: [
        looksUp,
        readOrder(open),
        cancel(open, 'no longer needed'),
        readOrder(here),
        giveBack(here, here.items),
      ],
    };
  },

  'return-part': (shop) => {
    const who = shop.customer();
    const [here, away] = [
      shop.order(who, 'delivered', shop.pickItems(2)),
      shop.order(who, 'processed', shop.pickItems(1)),
    ];
    const { says, looksUp } = shop.identity(who);
    const back = here.items[0];
    return {
      who,
      wants:
        `${says} You want to return the ${named(back)} of ${here.id} and the whole of ${away.id}, refunded the way you ` +
        'paid. What cannot be returned yet you will ask for again another day; the rest is to be done now.',
      actions: [looksUp, readOrder(here), readOrder(away), giveBack(here, [back])],
    };
  },

  'refund-elsewhere': (shop) => {
    const who = shop.customer(['credit_card', 'paypal']);
    const order = shop.order(who, 'delivered', shop.pickItems(2));
    const { says, looksUp } = shop.identity(who);
    const back = order.items[1];
    return {
      who,
      wants:
        `${says} You return the ${named(back)} of order ${order.id}. You ask to have the money on your PayPal account. ` +
        'If the shop does not do that, you grumble and take it back on the card that you paid with.',
      actions: [looksUp, readUser(who), readOrder(order), giveBack(order, [back], who.payment[0])],
    };
  },

  'return-and-sum': (shop) => {
    const who = shop.customer(['paypal']);
    const items = shop.pickItems(3, ([, ...others]) => hasCents(priceOf(others)));
    const order = shop.order(who, 'delivered', items);
    const { says, looksUp } = shop.identity(who, 'email');
    const back = items.slice(1);
    return {
      who,
      wants:
        `${says} Of order ${order.id} you keep the ${named(order.items[0])} and return the rest, with the refund to ` +
        'PayPal. You want to be told how much money that is in all.',
      actions: [
        looksUp,
        readOrder(order),
        call('calculate', { expression: back.map(({ price }) => String(price)).join(' + ') }),
        giveBack(order, back),
      ],
      outputs: [priceOf(back)],
    };
  },
};
