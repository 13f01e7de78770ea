import { call, readUser } from '../calls.mjs';
import { read, search, isMe, fullName, oneWay, roundTrip } from './calls.mjs';
import { cityOf, inWords, STORM_DAY } from './airline.mjs';

/** What travelers no longer want, and what they cannot have. */
export const cancellations = {
  'cancel-business': (air) => {
    const who = air.traveller({ company: 1 });
    const trip = oneWay(air, who, { cabin: 'business' });
    return {
      who,
      wants:
        `${isMe(who)} Your meeting in ${cityOf(trip.destination)} was called off, so you want to cancel reservation ${trip.id}. ` +
        'You wish the money back the way you paid.',
      actions: [read(trip), call('cancel_reservation', { reservation_id: trip.id })],
    };
  },

  'cancel-ill': (air) => {
    const who = air.traveller({ company: 1 });
    const trip = roundTrip(air, who, { insurance: 'yes' });
    return {
      who,
      wants:
        `${isMe(who)} You have a fever and cannot fly to ${cityOf(trip.destination)}. You want your trip there cancelled; you do ` +
        'not know its number. Say why only when you are asked.',
      actions: [readUser(who), read(trip), call('cancel_reservation', { reservation_id: trip.id })],
    };
  },

  'cancel-fresh': (air) => {
    const who = air.traveller();
    const trip = oneWay(air, who, { cabin: 'basic_economy', booked: '2024-05-15T09:12:44' });
    return {
      who,
      wants:
        `${isMe(who)} You booked ${trip.id} this morning and then saw that the date is wrong. Have it cancelled. You do not ` +
        'book anew today.',
      actions: [read(trip), call('cancel_reservation', { reservation_id: trip.id })],
    };
  },

  'flight-was-cancelled': (air) => {
    const who = air.traveller();
    const trip = oneWay(air, who, {}, STORM_DAY);
    air.cancelFlight(trip.flight);
    return {
      who,
      wants:
        `${isMe(who)} You got a message that flight ${trip.flight.flight_number} of ${inWords(trip.when)} does not take place. You ` +
        `want reservation ${trip.id} cancelled and your money back. You ask for nothing else.`,
      actions: [
        read(trip),
        search(trip.origin, trip.destination, trip.when),
        call('cancel_reservation', { reservation_id: trip.id }),
      ],
    };
  },

  'basic-cannot-move': (air) => {
    const who = air.traveller();
    const trip = oneWay(air, who, { cabin: 'basic_economy', insurance: 'yes' });
    return {
      who,
      wants:
        `${isMe(who)} A storm warning is out for ${inWords(trip.when)}, so you want to fly a day later than reservation ${trip.id} ` +
        'says. If that cannot be changed, you would rather cancel because of the weather. You book nothing new.',
      actions: [read(trip), call('cancel_reservation', { reservation_id: trip.id })],
    };
  },

  compensation: (air) => {
    const who = air.traveller({ membership: 'gold', company: 1 });
    const trip = oneWay(air, who, {}, STORM_DAY);
    air.cancelFlight(trip.flight);
    return {
      who,
      wants:
        `${isMe(who)} The airline called off the flight of your reservation ${trip.id}. You complain about it and ask for ` +
        'something in return. You keep the reservation for now, and decide about it another day.',
      actions: [
        readUser(who),
        read(trip),
        search(trip.origin, trip.destination, trip.when),
        call('send_certificate', { user_id: who.id, amount: 80 * 2 }),
      ],
    };
  },

  'what-did-i-pay': (air) => {
    const who = air.traveller({ company: 1 });
    const trip = roundTrip(air, who, { bags: 3 });
    return {
      who,
      wants:
        `${isMe(who)} Something came up at work: you ask to cancel ${trip.id} and get the money. When you are told that you ` +
        'cannot, you want to know at least how much you paid for it in all, for your tax papers. You do not ask for that ' +
        'earlier.',
      actions: [read(trip)],
      outputs: [trip.total],
    };
  },

  'nothing-to-do': (air) => {
    const who = air.traveller({ company: 1 });
    const trip = oneWay(air, who, {});
    return {
      who,
      wants:
        `${isMe(who)} ${fullName(who.passengers[1])} does not come along: you want them taken off reservation ${trip.id} and half of the ` +
        'money back. If the agent cannot do that, you leave everything as it is. You do not cancel the trip and do not ask ' +
        'for another agent.',
      actions: [read(trip)],
    };
  },
};
