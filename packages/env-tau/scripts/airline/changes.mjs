import { call, readUser, cardOf } from '../calls.mjs';
import { read, search, leg, kept, isMe, fullName, oneWay, roundTrip } from './calls.mjs';
import { inWords } from './airline.mjs';

/** What travelers change of their reservations. */
export const changes = {
  'other-day': (air) => {
    const who = air.traveller();
    const trip = oneWay(air, who, { cabin: 'economy' });
    const next = trip.when + 1;
    const { flight } = air.cheapest(trip.origin, trip.destination, next, 'economy');
    return {
      who,
      wants:
        `${isMe(who)} You must stay a day longer: move reservation ${trip.id} from ${inWords(trip.when)} to ${inWords(next)}, in ` +
        `economy as before, on whichever flight without a stop is cheaper. Settle the difference with ${cardOf(who.payment[0])}.`,
      actions: [
        read(trip),
        search(trip.origin, trip.destination, next),
        call('update_reservation_flights', {
          reservation_id: trip.id,
          cabin: 'economy',
          flights: [leg(flight, next)],
          payment_id: who.payment[0].id,
        }),
      ],
    };
  },

  'way-back-only': (air) => {
    const who = air.traveller({ membership: 'gold' });
    const trip = roundTrip(air, who, {});
    const { flight } = air.cheapest(trip.destination, trip.origin, 22, 'economy');
    return {
      who,
      wants:
        `${isMe(who)} Of your trip ${trip.id} you want to come back on May 22 instead of May 21, without a stop, on the flight ` +
        `that costs least. The way there and the cabin stay. Use ${cardOf(who.payment[0])}.`,
      actions: [
        read(trip),
        search(trip.destination, trip.origin, 22),
        call('update_reservation_flights', {
          reservation_id: trip.id,
          cabin: 'economy',
          flights: [kept(trip.flights[0]), leg(flight, 22)],
          payment_id: who.payment[0].id,
        }),
      ],
    };
  },

  upgrade: (air) => {
    const who = air.traveller({ membership: 'silver' });
    const trip = roundTrip(air, who, { cabin: 'basic_economy' });
    return {
      who,
      wants:
        `${isMe(who)} You treat yourself: both flights of ${trip.id} are to be in business, the same flights on the same days. You ` +
        `know that it costs more, and pay the difference with ${cardOf(who.payment[0])}.`,
      actions: [
        read(trip),
        search(trip.origin, trip.destination, 18),
        search(trip.destination, trip.origin, 21),
        call('update_reservation_flights', {
          reservation_id: trip.id,
          cabin: 'business',
          flights: trip.flights.map(kept),
          payment_id: who.payment[0].id,
        }),
      ],
    };
  },

  'bag-instead': (air) => {
    const who = air.traveller();
    const trip = oneWay(air, who, { bags: 1 });
    return {
      who,
      wants:
        `${isMe(who)} You do not feel like travelling any more and want to cancel ${trip.id}. If that is not possible, you fly ` +
        `after all and want to bring one bag more than you have now, paid with ${cardOf(who.payment[0])}.`,
      actions: [
        read(trip),
        call('update_reservation_baggages', {
          reservation_id: trip.id,
          total_baggages: 2,
          nonfree_baggages: 1,
          payment_id: who.payment[0].id,
        }),
      ],
    };
  },

  'more-bags': (air) => {
    const who = air.traveller({
      membership: 'silver',
      company: 1,
      methods: ['credit_card', 'gift_card'],
    });
    const trip = oneWay(air, who, { cabin: 'economy', bags: 3 });
    return {
      who,
      wants:
        `${isMe(who)} You and ${fullName(who.passengers[1])} bring skis: you need six checked bags on ${trip.id} instead of three. ` +
        'You want to hear what that costs, and pay with your gift card.',
      actions: [
        readUser(who),
        read(trip),
        call('update_reservation_baggages', {
          reservation_id: trip.id,
          total_baggages: 6,
          nonfree_baggages: 2,
          payment_id: who.payment[1].id,
        }),
      ],
      outputs: [100],
    };
  },

  'misspelt-name': (air) => {
    const who = air.traveller({ company: 1 });
    const right = who.passengers[1];
    const wrong = {
      ...right,
      first_name: `${right.first_name.slice(0, -1)}${right.first_name.slice(-1)}h`,
    };
    const trip = oneWay(air, who, { passengers: [who.passengers[0], wrong] });
    return {
      who,
      wants:
        `${isMe(who)} On reservation ${trip.id} the first name of ${fullName(wrong)} is misspelt: it is ${right.first_name}, as ` +
        'in your profile. Have it corrected; the rest is right.',
      actions: [
        readUser(who),
        read(trip),
        call('update_reservation_passengers', {
          reservation_id: trip.id,
          passengers: who.passengers,
        }),
      ],
    };
  },

  'two-trips': (air) => {
    const who = air.traveller();
    const [gone, stays] = [
      oneWay(air, who, { cabin: 'business' }),
      oneWay(air, who, { cabin: 'economy', bags: 1 }),
    ];
    return {
      who,
      wants:
        `${isMe(who)} You have two trips. Cancel your business trip ${gone.id}, the project was dropped. On ${stays.id} you ` +
        `want two checked bags instead of one, paid with ${cardOf(who.payment[0])}. Speak of one after the other.`,
      actions: [
        read(gone),
        call('cancel_reservation', { reservation_id: gone.id }),
        read(stays),
        call('update_reservation_baggages', {
          reservation_id: stays.id,
          total_baggages: 2,
          nonfree_baggages: 1,
          payment_id: who.payment[0].id,
        }),
      ],
    };
  },
};
