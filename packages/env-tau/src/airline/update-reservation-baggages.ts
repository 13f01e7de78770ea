import {
  NONFREE_BAGGAGES,
  PAYMENT_ID,
  RESERVATION_ID,
  TOTAL_BAGGAGES,
} from './airline-parameters.ts';
import { dumpJson } from '../python/dump-json.ts';
import { multiply, subtract } from '../python/number.ts';
import { entryOf, neededEntry, numberOf } from '../python/operations.ts';
import { copyValue } from '../python/value.ts';
import { defineWorldTool } from '../world/tool.ts';
import type { AirlineWorld } from './airline-world.ts';
import { chargeGiftCard, recordPayment, refuseMethod } from './change-payment.ts';

/** Sets the bags of a reservation; each that is to be paid for more than before costs 50. */
export const updateReservationBaggages = defineWorldTool({
  name: 'update_reservation_baggages',
  description: 'Change the bags of a reservation.',
  parameters: {
    reservation_id: RESERVATION_ID,
    total_baggages: TOTAL_BAGGAGES,
    nonfree_baggages: NONFREE_BAGGAGES,
    payment_id: PAYMENT_ID,
  },
  run(world: AirlineWorld, args) {
    const id = args.get('reservation_id');
    const found = entryOf(world.reservations, id, 'reservation_id');
    if (found === undefined) return 'Error: reservation not found';
    const nonfree = numberOf(args.get('nonfree_baggages'), 'nonfree_baggages');
    const more = subtract(nonfree, numberOf(found.get('nonfree_baggages'), 'nonfree_baggages'));
    const price = multiply(50n, more > 0 ? more : 0n);
    const paymentId = args.get('payment_id');
    const refusal = refuseMethod(world, found, paymentId, price);
    if (refusal !== null) return refusal;
    const edited = { get: (key: string) => world.reservations.edit(key) };
    const reservation = neededEntry(edited, id, 'reservation');
    reservation.set('total_baggages', copyValue(args.get('total_baggages')));
    reservation.set('nonfree_baggages', args.get('nonfree_baggages'));
    chargeGiftCard(world, found, paymentId, price);
    recordPayment(reservation, paymentId, price);
    return dumpJson(reservation);
  },
});
