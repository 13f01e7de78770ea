import { ORDER_ID, PAYMENT_METHOD_ID } from './retail-parameters.ts';
import { dumpJson } from '../python/dump-json.ts';
import { Fault } from '../python/fault.ts';
import { negate } from '../python/number.ts';
import { entryOf, keyOf } from '../python/operations.ts';
import { makeFields } from '../world/fields.ts';
import { defineWorldTool } from '../world/tool.ts';
import { addToBalance, balanceOf, editOrder, methodsOf } from './edit-order.ts';
import type { RetailWorld } from './retail-world.ts';

/** Pays a pending order by another method, and refunds the first one. */
export const modifyPendingOrderPayment = defineWorldTool({
  name: 'modify_pending_order_payment',
  description:
    "Pay a pending order by another method. Explain it and get the customer's explicit " +
    'yes first.',
  parameters: { order_id: ORDER_ID, payment_method_id: PAYMENT_METHOD_ID },
  run(world: RetailWorld, args) {
    const found = entryOf(world.orders, args.get('order_id'), 'order_id');
    if (found === undefined) return 'Error: order not found';
    if (found.get('status') !== 'pending') return 'Error: non-pending order cannot be modified';
    const methodId = keyOf(args.get('payment_method_id'), 'payment_method_id');
    const method = methodId === null ? undefined : methodsOf(world, found).get(methodId);
    if (methodId === null || method === undefined) return 'Error: payment method not found';
    const [first, ...others] = found.get('payment_history');
    if (first === undefined) throw new Fault('the order has no payment');
    if (others.length > 0 || first.get('transaction_type') !== 'payment') {
      return 'Error: there should be exactly one payment for a pending order';
    }
    const oldMethodId = first.get('payment_method_id');
    if (oldMethodId === methodId) {
      return 'Error: the new payment method should be different from the current one';
    }
    const amount = first.get('amount');
    const isGiftCard = method.get('source') === 'gift_card';
    if (isGiftCard && balanceOf(method.get('balance'), methodId) < amount) {
      return 'Error: insufficient gift card balance to pay for the order';
    }
    const order = editOrder(world, args.get('order_id'));
    order
      .get('payment_history')
      .push(
        makeFields({ transaction_type: 'payment', amount, payment_method_id: methodId }),
        makeFields({ transaction_type: 'refund', amount, payment_method_id: oldMethodId }),
      );
    if (isGiftCard) addToBalance(world, order, methodId, negate(amount));
    if (oldMethodId.includes('gift_card')) addToBalance(world, order, oldMethodId, amount);
    return dumpJson(order);
  },
});
