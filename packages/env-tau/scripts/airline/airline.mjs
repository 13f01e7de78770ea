import { createPeople } from '../people.mjs';
import { createRandom } from '../random.mjs';

/** Airports by pairs that are flown both ways, twice a day; other pairs need a stop. */
const ROUTES = [
  ['SFO', 'ORD', 250],
  ['ORD', 'JFK', 140],
  ['SEA', 'ORD', 240],
  ['ORD', 'BOS', 150],
  ['LAX', 'DEN', 130],
  ['DEN', 'ATL', 180],
];
const CITIES = {
  SFO: 'San Francisco',
  ORD: 'Chicago',
  JFK: 'New York',
  SEA: 'Seattle',
  BOS: 'Boston',
  LAX: 'Los Angeles',
  DEN: 'Denver',
  ATL: 'Atlanta',
};

/** The first and the last day of the timetable, in May 2024; today is the 15th. */
const [FIRST_DAY, TODAY, LAST_DAY] = [14, 15, 24];

/** A day for which nobody books: flights of it may be cancelled. */
export const STORM_DAY = LAST_DAY;

/** Between a day's two flights of a pair, in minutes. */
const NOON = 12 * 60;

const time = (minutes) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;

/** A day of May 2024 as records write it. */
export const dateOf = (day) => `2024-05-${day}`;
/** The same in words. */
export const inWords = (day) => `May ${day}`;
/** The city of an airport. */
export const cityOf = (airport) => CITIES[airport];

const FREE = { basic_economy: 0, economy: 1, business: 2 };
const BONUS = { regular: 0, silver: 1, gold: 2 };

/** How many bags of a reservation cost nothing. */
export function freeBags(membership, cabin, passengers) {
  return (FREE[cabin] + BONUS[membership]) * passengers;
}

/** An airline to put travellers and reservations into. @param {number} seed */
export function createAirline(seed) {
  const random = createRandom(seed);
  const people = createPeople(random);
  const [flights, reservations, users] = [new Map(), new Map(), new Map()];

  const sold = (base, isEvening) => {
    // Even in the morning and odd in the evening: one of a day's two flights is the cheaper one.
    const economy = base + 2 * random.whole(0, 30) + (isEvening ? 1 : 0);
    return {
      status: 'available',
      available_seats: {
        basic_economy: random.whole(4, 18),
        economy: random.whole(4, 18),
        business: random.whole(4, 9),
      },
      prices: {
        basic_economy: economy - 2 * random.whole(15, 30),
        economy,
        business: economy * 2 + random.whole(40, 99),
      },
    };
  };
  const onDay = (day, departs, arrives, base) => {
    const date = dateOf(day);
    if (day < TODAY) {
      return {
        status: 'landed',
        actual_departure_time_est: `${date}T${time(departs + 4)}`,
        actual_arrival_time_est: `${date}T${time(arrives + 2)}`,
      };
    }
    if (day > TODAY) return sold(base, departs >= NOON);
    const times = {
      estimated_departure_time_est: `${date}T${time(departs)}`,
      estimated_arrival_time_est: `${date}T${time(arrives)}`,
    };
    return departs < NOON ? { status: 'flying', ...times } : { status: 'on time', ...times };
  };

  let number = 0;
  for (const [one, other, base] of ROUTES) {
    for (const [origin, destination] of [
      [one, other],
      [other, one],
    ]) {
      for (const hour of [random.whole(6, 9), random.whole(15, 17)]) {
        number += 1;
        const id = `TL${String(number).padStart(3, '0')}`;
        const departs = hour * 60 + random.whole(0, 11) * 5;
        const arrives = departs + 60 + Math.round(base / 5) * 5;
        const dates = {};
        for (let day = FIRST_DAY; day <= LAST_DAY; day += 1)
          dates[dateOf(day)] = onDay(day, departs, arrives, base);
        flights.set(id, {
          flight_number: id,
          origin,
          destination,
          scheduled_departure_time_est: time(departs),
          scheduled_arrival_time_est: time(arrives),
          dates,
        });
      }
    }
  }

  const between = (origin, destination) =>
    [...flights.values()].filter((one) => one.origin === origin && one.destination === destination);
  /** Both ends of a pair that is flown without a stop. */
  const pickRoute = () => random.shuffle(random.pick(ROUTES).slice(0, 2));
  const soldOn = (flight, day) => flight.dates[dateOf(day)];
  /** The flight of a pair that costs least on a day. */
  const cheapest = (origin, destination, day, cabin) =>
    between(origin, destination)
      .map((flight) => ({ flight, price: soldOn(flight, day).prices[cabin] }))
      .toSorted((one, other) => one.price - other.price)[0];
  const cancelFlight = (flight) => {
    flight.dates[dateOf(STORM_DAY)] = { status: 'cancelled' };
  };

  const traveller = ({ membership = 'regular', methods = ['credit_card'], company = 0 } = {}) => {
    const { id, name, address, email, first, last } = people.person();
    const payment = methods.map((source) => {
      if (source === 'credit_card') return people.card();
      const amount = source === 'certificate' ? random.whole(2, 4) * 25 : random.whole(6, 9) * 50;
      return { source, amount, id: `${source}_${random.digits(7)}` };
    });
    const dob = people.birthday();
    const saved = Array.from({ length: company }, () => people.companion({ first, last }));
    users.set(id, {
      name,
      address,
      email,
      dob,
      payment_methods: new Map(payment.map((one) => [one.id, one])),
      saved_passengers: saved,
      membership,
      reservations: [],
    });
    return {
      id,
      first,
      last,
      membership,
      payment,
      passengers: [{ ...name, dob }, ...saved],
      record: users.get(id),
    };
  };

  /** Puts a reservation of days and flights in; the price was another when it was booked. */
  const reserve = (
    who,
    legs,
    { cabin = 'economy', insurance = 'no', bags = 0, passengers = who.passengers, booked } = {},
  ) => {
    const id = random.code();
    const flown = legs.map(({ flight, day }) => ({
      origin: flight.origin,
      destination: flight.destination,
      flight_number: flight.flight_number,
      date: dateOf(day),
      price: (cabin === 'business' ? 380 : 150) + random.whole(1, 80),
    }));
    const nonfree = Math.max(0, bags - freeBags(who.membership, cabin, passengers.length));
    const seats = flown.reduce((total, { price }) => total + price, 0) * passengers.length;
    const total = seats + nonfree * 50 + (insurance === 'yes' ? 30 * passengers.length : 0);
    const [first, last] = [flown[0], flown.at(-1)];
    const isRound = first.origin === last.destination;
    const record = {
      reservation_id: id,
      user_id: who.id,
      origin: first.origin,
      destination: isRound ? first.destination : last.destination,
      flight_type: isRound ? 'round_trip' : 'one_way',
      cabin,
      flights: flown,
      passengers,
      payment_history: [{ payment_id: who.payment[0].id, amount: total }],
      created_at:
        booked ??
        `2024-05-0${random.whole(2, 9)}T${time(random.whole(400, 1300)).slice(0, 5)}:${random.whole(10, 59)}`,
      total_baggages: bags,
      nonfree_baggages: nonfree,
      insurance,
    };
    reservations.set(id, record);
    who.record.reservations.push(id);
    return { id, total, ...record };
  };

  return {
    random,
    people,
    flights,
    reservations,
    users,
    between,
    pickRoute,
    soldOn,
    cheapest,
    cancelFlight,
    traveller,
    reserve,
  };
}
