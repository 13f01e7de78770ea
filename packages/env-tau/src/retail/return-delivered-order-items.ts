import { ITEM_IDS, ORDER_ID, PAYMENT_METHOD_ID } from './retail-parameters.ts';
import { dumpJson } from '../python/dump-json.ts';
import { Fault } from '../python/fault.ts';
import { entryOf, keyOf } from '../python/operations.ts';
import { defineWorldTool } from '../world/tool.ts';
import { editOrder, methodsOf } from './edit-order.ts';
import { sortedItems, surplusItem } from './exchange-items.ts';
import type { RetailWorld } from './retail-world.ts';

/** Asks to return delivered items. */
export const returnDeliveredOrderItems = defineWorldTool({
  name: 'return_delivered_order_items',
  description:
    "Return items of a delivered order, whose status is 'return requested' then; the " +
    'customer is told by e-mail how to send them back. Explain it and get the ' +
    "customer's explicit yes first.",
  parameters: { order_id: ORDER_ID, item_ids: ITEM_IDS, payment_method_id: PAYMENT_METHOD_ID },
  run(world: RetailWorld, args) {
    const found = entryOf(world.orders, args.get('order_id'), 'order_id');
    if (found === undefined) return 'Error: order not found';
    if (found.get('status') !== 'delivered') return 'Error: non-delivered order cannot be returned';
    const methodId = keyOf(args.get('payment_method_id'), 'payment_method_id');
    if (methodId === null || !methodsOf(world, found).has(methodId)) {
      return 'Error: payment method not found';
    }
    if (!methodId.includes('gift_card')) {
      const [first] = found.get('payment_history');
      if (first === undefined) throw new Fault('the order has no payment');
      if (methodId !== first.get('payment_method_id')) {
        return 'Error: payment method should be either the original payment method or a gift card';
      }
    }
    const itemIds = args.get('item_ids');
    if (surplusItem(found, itemIds) !== undefined) return 'Error: some item not found';
    const order = editOrder(world, args.get('order_id'));
    order.set('status', 'return requested');
    order.set('return_items', sortedItems(itemIds));
    order.set('return_payment_method_id', methodId);
    return dumpJson(order);
  },
});
