import { CABIN, FLIGHTS, PAYMENT_ID, RESERVATION_ID } from './airline-parameters.ts';
import { dumpJson } from '../python/dump-json.ts';
import { add, multiply, subtract } from '../python/number.ts';
import {
  dictOf,
  elementsOf,
  entryOf,
  fieldOf,
  isEqual,
  lengthOf,
  neededEntry,
  numberOf,
} from '../python/operations.ts';
import { copyValue, type PyNumber, type PyValue } from '../python/value.ts';
import { defineWorldTool } from '../world/tool.ts';
import type { AirlineWorld, Reservation } from './airline-world.ts';
import { chargeGiftCard, recordPayment, refuseMethod } from './change-payment.ts';
import { priceFlight, writePrice } from './flight-prices.ts';

const FLIGHT = 'each of flights';

/** The flight of a reservation that a call names again in the same cabin: it keeps its price. */
function bookedFlight(
  reservation: Reservation,
  asked: PyValue,
  cabin: PyValue,
): PyValue | undefined {
  const isSame = (field: string, booked: PyValue): boolean =>
    isEqual(fieldOf(booked, field, FLIGHT), fieldOf(asked, field, FLIGHT));
  return elementsOf(reservation.get('flights'), 'flights').filter(
    (booked) =>
      isSame('flight_number', booked) &&
      isSame('date', booked) &&
      isEqual(cabin, reservation.get('cabin')),
  )[0];
}

/** What the new flights cost more than the old ones, or an observation that says why not. */
function priceChange(
  world: AirlineWorld,
  reservation: Reservation,
  flights: PyValue,
  cabin: PyValue,
): PyNumber | string {
  const seats = (): bigint => lengthOf(reservation.get('passengers'), 'passengers');
  let total: PyNumber = 0n;
  for (const asked of elementsOf(flights, 'flights')) {
    const booked = bookedFlight(reservation, asked, cabin);
    const price =
      booked === undefined
        ? priceFlight(world, asked, cabin, seats)
        : writePrice(
            dictOf(asked, FLIGHT),
            fieldOf(booked, 'price', FLIGHT),
            dictOf(booked, FLIGHT),
          );
    if (typeof price === 'string') return price;
    total = add(total, multiply(price, seats()));
  }
  const before = elementsOf(reservation.get('flights'), 'flights')
    .map((booked) => numberOf(fieldOf(booked, 'price', FLIGHT), 'price'))
    .reduce<PyNumber>(add, 0n);
  return subtract(total, multiply(before, seats()));
}

/** Puts other flights into a reservation; its cabin stays what it was, as in the benchmark. */
export const updateReservationFlights = defineWorldTool({
  name: 'update_reservation_flights',
  description: 'Change the flights of a reservation. All flights are given, those that stay too.',
  parameters: {
    reservation_id: RESERVATION_ID,
    cabin: CABIN,
    flights: FLIGHTS,
    payment_id: PAYMENT_ID,
  },
  run(world: AirlineWorld, args) {
    const id = args.get('reservation_id');
    const found = entryOf(world.reservations, id, 'reservation_id');
    if (found === undefined) return 'Error: reservation not found';
    const flights = copyValue(args.get('flights'));
    const price = priceChange(world, found, flights, args.get('cabin'));
    if (typeof price === 'string') return price;
    const paymentId = args.get('payment_id');
    const refusal = refuseMethod(world, found, paymentId, price);
    if (refusal !== null) return refusal;
    chargeGiftCard(world, found, paymentId, price);
    const edited = { get: (key: string) => world.reservations.edit(key) };
    const reservation = neededEntry(edited, id, 'reservation');
    reservation.set('flights', flights);
    recordPayment(reservation, paymentId, price);
    return dumpJson(reservation);
  },
});
