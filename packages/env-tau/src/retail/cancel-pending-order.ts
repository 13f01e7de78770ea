import { ORDER_ID } from './retail-parameters.ts';
import { text } from '../world/parameter.ts';
import { dumpJson } from '../python/dump-json.ts';
import { entryOf } from '../python/operations.ts';
import { makeFields } from '../world/fields.ts';
import { defineWorldTool } from '../world/tool.ts';
import { addToBalance, editOrder } from './edit-order.ts';
import type { PaymentShape, RetailWorld } from './retail-world.ts';

const REASONS = ['no longer needed', 'ordered by mistake'];

/** Cancels a pending order: refunds every payment, to a gift card at once. */
export const cancelPendingOrder = defineWorldTool({
  name: 'cancel_pending_order',
  description:
    'Cancel a pending order; one that is processed or delivered cannot be cancelled. ' +
    "Explain it and get the customer's explicit yes first. A gift card is refunded at " +
    'once, any other method within 5 to 7 business days. Gives the order as it is then.',
  parameters: { order_id: ORDER_ID, reason: text('Why it is cancelled.', REASONS) },
  run(world: RetailWorld, args) {
    const found = entryOf(world.orders, args.get('order_id'), 'order_id');
    if (found === undefined) return 'Error: order not found';
    if (found.get('status') !== 'pending') return 'Error: non-pending order cannot be cancelled';
    const reason = args.get('reason');
    if (typeof reason !== 'string' || !REASONS.includes(reason)) return 'Error: invalid reason';
    const refunds: PaymentShape[] = [];
    for (const payment of found.get('payment_history')) {
      const [amount, methodId] = [payment.get('amount'), payment.get('payment_method_id')];
      refunds.push({ transaction_type: 'refund', amount, payment_method_id: methodId });
      if (methodId.includes('gift_card')) addToBalance(world, found, methodId, amount);
    }
    const order = editOrder(world, args.get('order_id'));
    order.set('status', 'cancelled');
    order.set('cancel_reason', reason);
    order.get('payment_history').push(...refunds.map((refund) => makeFields(refund)));
    return dumpJson(order);
  },
});
