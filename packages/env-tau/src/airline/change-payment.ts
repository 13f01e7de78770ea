import { Fault } from '../python/fault.ts';
import { subtract } from '../python/number.ts';
import { entryOf, fieldOf, isLess, listOf, neededEntry, numberOf } from '../python/operations.ts';
import type { PyNumber, PyValue } from '../python/value.ts';
import type { AirlineWorld, Reservation } from './airline-world.ts';

/** Why a price cannot be paid by a method of the traveller, as an observation; null when it can. */
export function refuseMethod(
  world: AirlineWorld,
  reservation: Reservation,
  paymentId: PyValue,
  price: PyNumber,
): string | null {
  const methods = neededEntry(world.users, reservation.get('user_id'), 'user').get(
    'payment_methods',
  );
  const method = entryOf(methods, paymentId, 'payment_id');
  if (method === undefined) return 'Error: payment method not found';
  if (method.get('source') === 'certificate') {
    return 'Error: certificate cannot be used to update reservation';
  }
  if (method.get('source') !== 'gift_card') return null;
  return isLess(fieldOf(method, 'amount', 'the payment method'), price, 'amount')
    ? 'Error: gift card balance is not enough'
    : null;
}

/** Takes a price off a gift card; other cards are not written to. */
export function chargeGiftCard(
  world: AirlineWorld,
  reservation: Reservation,
  paymentId: PyValue,
  price: PyNumber,
): void {
  const userId = reservation.get('user_id');
  const known = neededEntry(world.users, userId, 'user').get('payment_methods');
  if (entryOf(known, paymentId, 'payment_id')?.get('source') !== 'gift_card') return;
  const user = neededEntry({ get: (key: string) => world.users.edit(key) }, userId, 'user');
  const method = entryOf(user.get('payment_methods'), paymentId, 'payment_id');
  if (method === undefined) throw new Fault('the payment method is gone');
  method.set('amount', subtract(numberOf(fieldOf(method, 'amount', 'it'), 'amount'), price));
}

/** Writes a price into the payments of a reservation, unless it is zero. */
export function recordPayment(reservation: Reservation, paymentId: PyValue, price: PyNumber): void {
  if (price === 0n || price === 0) return;
  listOf(reservation.get('payment_history'), 'payment_history').push(
    new Map<string, PyValue>([
      ['payment_id', paymentId],
      ['amount', price],
    ]),
  );
}
