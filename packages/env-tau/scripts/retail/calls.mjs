import { call } from '../calls.mjs';
import { sum } from '../python-json.mjs';

export const readOrder = ({ id }) => call('get_order_details', { order_id: id });
export const readProduct = ({ product_id }) => call('get_product_details', { product_id });
export const idsOf = (items) => items.map(({ item_id }) => item_id);
export const named = ({ name }) => name.toLowerCase();
export const inWords = ({ address1, address2, city, state, zip }) =>
  `${[address1, address2, city].filter((part) => part !== '').join(', ')}, ${state} ${zip}, USA`;

export const priceOf = (items) => sum(items.map(({ price }) => price));

/** Whether there is one way to write it: `12.40` and `12.4` would both be right. */
export const hasCents = ({ cents }) => cents % 10 !== 0;

/** Another available variant that differs in one option only, and that option. */
function otherVariant(shop, product, item) {
  const others = shop.variantsOf(product).flatMap((variant) => {
    const changed = Object.keys(variant.options).filter(
      (option) => variant.options[option] !== item.options[option],
    );
    return changed.length === 1 ? [{ variant, option: changed[0] }] : [];
  });
  return others.length === 0 ? undefined : shop.random.pick(others);
}

/** Products with an item each that has such a variant. */
export function changeable(shop, count) {
  const found = shop.pickProducts(20).flatMap((product) => {
    const item = shop.itemOf(product, shop.random.pick(shop.variantsOf(product)));
    const other = otherVariant(shop, product, item);
    return other === undefined ? [] : [{ product, item, ...other }];
  });
  return found.slice(0, count);
}

/** A delivery address that nobody has yet, as a call gives it. */
export function newAddress(shop) {
  const { address1, address2, city, state, country, zip } = shop.people.address();
  return { address1, address2, city, state, country, zip };
}

export const cancel = (order, reason) =>
  call('cancel_pending_order', { order_id: order.id, reason });

/** Sends items of an order back, the money to how it was paid unless another method is given. */
export const giveBack = (order, items, payment = order.paidBy) =>
  call('return_delivered_order_items', {
    order_id: order.id,
    item_ids: idsOf(items),
    payment_method_id: payment.id,
  });

/** Puts others in the place of items of an order, before it left or after it came. */
const replace = (name) => (order, items, others, payment) =>
  call(name, {
    order_id: order.id,
    item_ids: idsOf(items),
    new_item_ids: idsOf(others),
    payment_method_id: payment.id,
  });

export const changeItems = replace('modify_pending_order_items');
export const exchangeItems = replace('exchange_delivered_order_items');
