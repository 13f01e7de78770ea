import { Fault } from '../python/fault.ts';
import { neededEntry, numberOf } from '../python/operations.ts';
import { add, roundToCents } from '../python/number.ts';
import type { PyNumber, PyValue } from '../python/value.ts';
import type { Order, RetailWorld } from './retail-world.ts';

/** The world's own copy of an order that is there. */
export function editOrder(world: RetailWorld, orderId: PyValue): Order {
  return neededEntry({ get: (key) => world.orders.edit(key) }, orderId, 'order');
}

/** The payment methods of the customer who placed an order, to read. */
export function methodsOf(world: RetailWorld, order: Order) {
  return neededEntry(world.users, order.get('user_id'), 'user').get('payment_methods');
}

/** Adds to the balance of a gift card, rounded to cents. */
export function addToBalance(
  world: RetailWorld,
  order: Order,
  methodId: string,
  amount: PyNumber,
): void {
  const userId = order.get('user_id');
  const user = neededEntry({ get: (key: string) => world.users.edit(key) }, userId, 'user');
  const method = neededEntry(user.get('payment_methods'), methodId, 'payment method');
  method.set('balance', roundToCents(add(balanceOf(method.get('balance'), methodId), amount)));
}

/** The balance of a gift card. */
export function balanceOf(balance: PyNumber | undefined, methodId: string): PyNumber {
  if (balance === undefined) throw new Fault(`payment method ${methodId} has no balance`);
  return numberOf(balance, 'balance');
}
