import { call } from '../calls.mjs';
import { dateOf, freeBags } from './airline.mjs';

export const read = ({ id }) => call('get_reservation_details', { reservation_id: id });
export const search = (origin, destination, day) =>
  call('search_direct_flight', { origin, destination, date: dateOf(day) });
export const leg = (flight, day) => ({ flight_number: flight.flight_number, date: dateOf(day) });
export const kept = ({ flight_number, date }) => ({ flight_number, date });
export const isMe = ({ id }) => `Your user id is ${id}.`;
export const fullName = ({ first_name, last_name }) => `${first_name} ${last_name}`;

export function book(
  who,
  {
    origin,
    destination,
    type = 'one_way',
    cabin,
    legs,
    passengers,
    payments,
    bags = 0,
    insurance = 'no',
  },
) {
  return call('book_reservation', {
    user_id: who.id,
    origin,
    destination,
    flight_type: type,
    cabin,
    flights: legs,
    passengers,
    payment_methods: payments,
    total_baggages: bags,
    nonfree_baggages: Math.max(0, bags - freeBags(who.membership, cabin, passengers.length)),
    insurance,
  });
}

/** A day on which the timetable sells flights, not its first nor its last. */
export const day = (air) => air.random.whole(17, 22);

/** A reservation on a route that is flown without a stop. */
export function oneWay(air, who, options, when = day(air)) {
  const [origin, destination] = air.pickRoute();
  const flight = air.random.pick(air.between(origin, destination));
  return {
    origin,
    destination,
    when,
    flight,
    ...air.reserve(who, [{ flight, day: when }], options),
  };
}

/** There and back. */
export function roundTrip(air, who, options) {
  const [origin, destination] = air.pickRoute();
  const out = air.random.pick(air.between(origin, destination));
  const back = air.random.pick(air.between(destination, origin));
  const legs = [
    { flight: out, day: 18 },
    { flight: back, day: 21 },
  ];
  return { origin, destination, legs, ...air.reserve(who, legs, options) };
}
