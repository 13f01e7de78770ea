import { ITEM_IDS, NEW_ITEM_IDS, ORDER_ID, PAYMENT_METHOD_ID } from './retail-parameters.ts';
import { dumpJson } from '../python/dump-json.ts';
import { roundToCents } from '../python/number.ts';
import { entryOf, keyOf } from '../python/operations.ts';
import { defineWorldTool } from '../world/tool.ts';
import { balanceOf, editOrder, methodsOf } from './edit-order.ts';
import { priceDifference, sortedItems } from './exchange-items.ts';
import type { RetailWorld } from './retail-world.ts';

/** Asks for other variants of delivered items; nothing is paid yet. */
export const exchangeDeliveredOrderItems = defineWorldTool({
  name: 'exchange_delivered_order_items',
  description:
    'Exchange items of a delivered order for other items of the same products. An order ' +
    "can be exchanged or returned once only. Explain it and get the customer's explicit " +
    'yes first.',
  parameters: {
    order_id: ORDER_ID,
    item_ids: ITEM_IDS,
    new_item_ids: NEW_ITEM_IDS,
    payment_method_id: PAYMENT_METHOD_ID,
  },
  run(world: RetailWorld, args) {
    const found = entryOf(world.orders, args.get('order_id'), 'order_id');
    if (found === undefined) return 'Error: order not found';
    if (found.get('status') !== 'delivered')
      return 'Error: non-delivered order cannot be exchanged';
    const [itemIds, newItemIds] = [args.get('item_ids'), args.get('new_item_ids')];
    const exact = priceDifference(world, found, itemIds, newItemIds);
    if (typeof exact === 'string') return exact;
    const difference = roundToCents(exact);
    const methodId = keyOf(args.get('payment_method_id'), 'payment_method_id');
    const method = methodId === null ? undefined : methodsOf(world, found).get(methodId);
    if (methodId === null || method === undefined) return 'Error: payment method not found';
    if (
      method.get('source') === 'gift_card' &&
      balanceOf(method.get('balance'), methodId) < difference
    ) {
      return 'Error: insufficient gift card balance to pay for the price difference';
    }
    const order = editOrder(world, args.get('order_id'));
    order.set('status', 'exchange requested');
    order.set('exchange_items', sortedItems(itemIds));
    order.set('exchange_new_items', sortedItems(newItemIds));
    order.set('exchange_payment_method_id', methodId);
    order.set('exchange_price_difference', difference);
    return dumpJson(order);
  },
});
