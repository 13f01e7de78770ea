import {
  CABIN,
  DESTINATION,
  FLIGHTS,
  NONFREE_BAGGAGES,
  ORIGIN,
  PASSENGERS,
  PAYMENT_ID,
  TOTAL_BAGGAGES,
  USER_ID,
} from './airline-parameters.ts';
import { listOf, number, objectOf, text } from '../world/parameter.ts';
import { dumpJson } from '../python/dump-json.ts';
import { add, multiply, subtract } from '../python/number.ts';
import {
  elementsOf,
  entryOf,
  fieldOf,
  isEqual,
  isLess,
  lengthOf,
  neededEntry,
  numberOf,
  textOf,
} from '../python/operations.ts';
import { numberText, plainText } from '../python/text.ts';
import { copyValue, type PyNumber, type PyValue } from '../python/value.ts';
import { makeFields } from '../world/fields.ts';
import { defineWorldTool, type ToolArguments } from '../world/tool.ts';
import type { AirlineWorld, Traveller } from './airline-world.ts';
import { priceFlight } from './flight-prices.ts';

const PARAMETERS = {
  user_id: USER_ID,
  origin: ORIGIN,
  destination: DESTINATION,
  flight_type: text('Whether there is a way back.', ['one_way', 'round_trip']),
  cabin: CABIN,
  flights: FLIGHTS,
  passengers: PASSENGERS,
  payment_methods: listOf(
    'All payments; together they are the price.',
    objectOf({ payment_id: PAYMENT_ID, amount: number('What is paid so.') }),
  ),
  total_baggages: TOTAL_BAGGAGES,
  nonfree_baggages: NONFREE_BAGGAGES,
  insurance: text('Whether the passengers are insured.', ['yes', 'no']),
};

const PAYMENT = 'each of payment_methods';

/** Ids of new reservations; the last one is given again and again. */
function nextReservationId(world: AirlineWorld): string {
  const free = ['HATHAT', 'HATHAU'].find((id) => world.reservations.get(id) === undefined);
  return free ?? 'HATHAV';
}

/** The price of a booking, or the observation that says why there is none. */
function priceBooking(
  world: AirlineWorld,
  args: ToolArguments<keyof typeof PARAMETERS>,
  flights: PyValue,
): PyNumber | string {
  const seats = (): bigint => lengthOf(args.get('passengers'), 'passengers');
  let total: PyNumber = 0n;
  for (const flight of elementsOf(flights, 'flights')) {
    const price = priceFlight(world, flight, args.get('cabin'), seats);
    if (typeof price === 'string') return price;
    total = add(total, multiply(price, seats()));
  }
  if (args.get('insurance') === 'yes') total = add(total, 30n * seats());
  const baggages = numberOf(args.get('nonfree_baggages'), 'nonfree_baggages');
  return add(total, multiply(50n, baggages));
}

/** Why payments cannot be taken, as an observation; null when they can. */
function refusePayments(user: Traveller, payments: readonly PyValue[]): string | null {
  for (const payment of payments) {
    const id = fieldOf(payment, 'payment_id', PAYMENT);
    const amount = fieldOf(payment, 'amount', PAYMENT);
    const method = entryOf(user.get('payment_methods'), id, 'payment_id');
    if (method === undefined) return `Error: payment method ${plainText(id)} not found`;
    if (!['gift_card', 'certificate'].includes(method.get('source'))) continue;
    if (isLess(fieldOf(method, 'amount', 'the payment method'), amount, 'amount')) {
      return `Error: not enough balance in payment method ${plainText(id)}`;
    }
  }
  return null;
}

function takePayments(user: Traveller, payments: readonly PyValue[]): void {
  const methods = user.get('payment_methods');
  for (const payment of payments) {
    const id = textOf(fieldOf(payment, 'payment_id', PAYMENT), 'payment_id');
    const amount = numberOf(fieldOf(payment, 'amount', PAYMENT), 'amount');
    // A certificate that pays twice in one call is gone the second time.
    const method = neededEntry(methods, id, 'payment method');
    if (method.get('source') === 'certificate') methods.delete(id);
    if (method.get('source') !== 'gift_card') continue;
    const balance = numberOf(method.get('amount') ?? null, 'amount');
    method.set('amount', subtract(balance, amount));
  }
}

/** Books flights for passengers; the payments must add up to the price exactly. */
export const bookReservation = defineWorldTool({
  name: 'book_reservation',
  description: 'Book a reservation.',
  parameters: PARAMETERS,
  run(world: AirlineWorld, args) {
    const userId = args.get('user_id');
    const found = entryOf(world.users, userId, 'user_id');
    if (found === undefined) return 'Error: user not found';
    const flights = copyValue(args.get('flights'));
    const total = priceBooking(world, args, flights);
    if (typeof total === 'string') return total;
    const payments = elementsOf(args.get('payment_methods'), 'payment_methods');
    const refusal = refusePayments(found, payments);
    if (refusal !== null) return refusal;
    const paid = payments
      .map((payment) => numberOf(fieldOf(payment, 'amount', PAYMENT), 'amount'))
      .reduce<PyNumber>(add, 0n);
    if (!isEqual(paid, total)) {
      return (
        `Error: payment amount does not add up, total price is ${numberText(total)}, ` +
        `but paid ${numberText(paid)}`
      );
    }
    const user = neededEntry({ get: (key: string) => world.users.edit(key) }, userId, 'user');
    takePayments(user, payments);
    const id = nextReservationId(world);
    const reservation = makeFields({
      reservation_id: id,
      user_id: textOf(userId, 'user_id'),
      origin: copyValue(args.get('origin')),
      destination: copyValue(args.get('destination')),
      flight_type: copyValue(args.get('flight_type')),
      cabin: copyValue(args.get('cabin')),
      flights,
      passengers: copyValue(args.get('passengers')),
      payment_history: copyValue(args.get('payment_methods')),
      created_at: '2024-05-15T15:00:00',
      total_baggages: copyValue(args.get('total_baggages')),
      nonfree_baggages: copyValue(args.get('nonfree_baggages')),
      insurance: copyValue(args.get('insurance')),
    });
    world.reservations.set(id, reservation);
    user.get('reservations').push(id);
    return dumpJson(reservation);
  },
});
