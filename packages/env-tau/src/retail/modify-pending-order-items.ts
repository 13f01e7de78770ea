import { ITEM_IDS, NEW_ITEM_IDS, ORDER_ID, PAYMENT_METHOD_ID } from './retail-parameters.ts';
import { dumpJson } from '../python/dump-json.ts';
import { Fault } from '../python/fault.ts';
import { absolute, negate } from '../python/number.ts';
import { entryOf, keyOf } from '../python/operations.ts';
import { plainText } from '../python/text.ts';
import { copyValue } from '../python/value.ts';
import { makeFields } from '../world/fields.ts';
import { defineWorldTool } from '../world/tool.ts';
import { addToBalance, balanceOf, editOrder, methodsOf } from './edit-order.ts';
import { itemOf, pairsOf, priceDifference, variantFor } from './exchange-items.ts';
import type { RetailWorld } from './retail-world.ts';

/** Changes items of a pending order for other variants, and pays or refunds the difference. */
export const modifyPendingOrderItems = defineWorldTool({
  name: 'modify_pending_order_items',
  description:
    'Change items of a pending order for other items of the same products. An order can ' +
    "be changed so once only. Explain it and get the customer's explicit yes first.",
  parameters: {
    order_id: ORDER_ID,
    item_ids: ITEM_IDS,
    new_item_ids: NEW_ITEM_IDS,
    payment_method_id: PAYMENT_METHOD_ID,
  },
  run(world: RetailWorld, args) {
    const found = entryOf(world.orders, args.get('order_id'), 'order_id');
    if (found === undefined) return 'Error: order not found';
    if (found.get('status') !== 'pending') return 'Error: non-pending order cannot be modified';
    const [itemIds, newItemIds] = [args.get('item_ids'), args.get('new_item_ids')];
    // Not rounded: the benchmark writes the sum as it comes.
    const difference = priceDifference(world, found, itemIds, newItemIds);
    if (typeof difference === 'string') return difference;
    const methodId = keyOf(args.get('payment_method_id'), 'payment_method_id');
    const method = methodId === null ? undefined : methodsOf(world, found).get(methodId);
    if (methodId === null || method === undefined) return 'Error: payment method not found';
    const isGiftCard = method.get('source') === 'gift_card';
    if (isGiftCard && balanceOf(method.get('balance'), methodId) < difference) {
      return 'Error: insufficient gift card balance to pay for the new item';
    }
    const order = editOrder(world, args.get('order_id'));
    order.get('payment_history').push(
      makeFields({
        transaction_type: difference > 0 ? 'payment' : 'refund',
        amount: absolute(difference),
        payment_method_id: methodId,
      }),
    );
    if (isGiftCard) addToBalance(world, order, methodId, negate(difference));
    for (const [itemId, newItemId] of pairsOf(itemIds, newItemIds)) {
      // An item that was exchanged before in this call may be found again under its new id.
      const item = itemOf(order, itemId);
      const variant = variantFor(world, item, newItemId);
      if (typeof newItemId !== 'string' || variant === undefined) {
        throw new Fault(`item ${plainText(newItemId)} is no variant of the product`);
      }
      item.set('item_id', newItemId);
      item.set('price', variant.get('price'));
      item.set('options', copyValue(variant.get('options')));
    }
    order.set('status', 'pending (item modified)');
    return dumpJson(order);
  },
});
