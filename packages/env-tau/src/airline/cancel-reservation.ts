import { RESERVATION_ID } from './airline-parameters.ts';
import { dumpJson } from '../python/dump-json.ts';
import { negate } from '../python/number.ts';
import { elementsOf, entryOf, fieldOf, listOf, numberOf } from '../python/operations.ts';
import type { PyDict } from '../python/value.ts';
import { defineWorldTool } from '../world/tool.ts';
import type { AirlineWorld } from './airline-world.ts';

const PAYMENT = 'each payment';

/** Cancels a reservation and refunds all of its payments, as often as it is asked to. */
export const cancelReservation = defineWorldTool({
  name: 'cancel_reservation',
  description: 'Cancel a whole reservation.',
  parameters: { reservation_id: RESERVATION_ID },
  run(world: AirlineWorld, args) {
    const id = args.get('reservation_id');
    const found = entryOf(world.reservations, id, 'reservation_id');
    if (found === undefined) return 'Error: reservation not found';
    const refunds = elementsOf(found.get('payment_history'), 'payment_history').map(
      (payment): PyDict =>
        new Map([
          ['payment_id', fieldOf(payment, 'payment_id', PAYMENT)],
          ['amount', negate(numberOf(fieldOf(payment, 'amount', PAYMENT), 'amount'))],
        ]),
    );
    const reservation = entryOf({ get: (key) => world.reservations.edit(key) }, id, 'reservation');
    if (reservation === undefined) return 'Error: reservation not found';
    listOf(reservation.get('payment_history'), 'payment_history').push(...refunds);
    reservation.set('status', 'cancelled');
    return dumpJson(reservation);
  },
});
