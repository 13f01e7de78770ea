import { call, readUser, cardOf } from '../calls.mjs';
import { search, leg, isMe, fullName, book, day } from './calls.mjs';
import { cityOf, dateOf, inWords } from './airline.mjs';

/** The cheapest flight in economy between two towns on a day, and its booking but for the money. */
function cheapestRide(air, who) {
  const [origin, destination] = air.pickRoute();
  const when = day(air);
  const { flight, price } = air.cheapest(origin, destination, when, 'economy');
  const legs = [leg(flight, when)];
  return {
    wish: `from ${cityOf(origin)} to ${cityOf(destination)} on ${inWords(when)}`,
    price,
    looksUp: search(origin, destination, when),
    ride: { origin, destination, cabin: 'economy', legs, passengers: who.passengers },
  };
}

/** What travelers book. */
export const bookings = {
  'book-cheapest': (air) => {
    const who = air.traveller();
    const { wish, price, looksUp, ride } = cheapestRide(air, who);
    return {
      who,
      wants:
        `${isMe(who)} You want to fly ${wish}, one way, alone, ` +
        `without a stop, in economy, as cheaply as can be. You take one bag, want no insurance, and pay with ${cardOf(who.payment[0])}.`,
      actions: [
        readUser(who),
        looksUp,
        book(who, {
          ...ride,
          payments: [{ payment_id: who.payment[0].id, amount: price }],
          bags: 1,
        }),
      ],
    };
  },

  'book-with-certificate': (air) => {
    const who = air.traveller({ methods: ['credit_card', 'certificate'], membership: 'silver' });
    const { wish, price, looksUp, ride } = cheapestRide(air, who);
    const [card, certificate] = who.payment;
    return {
      who,
      wants:
        `${isMe(who)} You need a seat in economy ${wish}, one way, ` +
        'only you. Of the flights without a stop you take the one that costs least. You want the insurance and bring ' +
        `two bags. Use your travel certificate up first; ${cardOf(card)} pays the rest.`,
      actions: [
        readUser(who),
        looksUp,
        book(who, {
          ...ride,
          payments: [
            { payment_id: certificate.id, amount: certificate.amount },
            { payment_id: card.id, amount: price + 30 - certificate.amount },
          ],
          bags: 2,
          insurance: 'yes',
        }),
      ],
    };
  },

  'book-for-two': (air) => {
    const who = air.traveller({ company: 1 });
    const [origin, destination] = air.pickRoute();
    const when = day(air);
    const [, evening] = air.between(origin, destination);
    const price = air.soldOn(evening, when).prices.business;
    return {
      who,
      wants:
        `${isMe(who)} It is your anniversary: book yourself and ${fullName(who.passengers[1])}, who is in your profile, in ` +
        `business from ${cityOf(origin)} to ${cityOf(destination)} on ${inWords(when)}, one way. You want to leave in the afternoon ` +
        `or evening, without a stop. No bags, no insurance, ${cardOf(who.payment[0])} pays.`,
      actions: [
        readUser(who),
        search(origin, destination, when),
        book(who, {
          origin,
          destination,
          cabin: 'business',
          legs: [leg(evening, when)],
          passengers: who.passengers,
          payments: [{ payment_id: who.payment[0].id, amount: price * 2 }],
        }),
      ],
    };
  },

  'book-one-stop': (air) => {
    const who = air.traveller();
    // Flights to this hub take so long that only a morning's one meets one to go on with.
    const [origin, hub, destination] = air.random.pick([
      ['SFO', 'ORD', 'JFK'],
      ['SEA', 'ORD', 'BOS'],
      ['SFO', 'ORD', 'BOS'],
    ]);
    const when = day(air);
    const [morning] = air.between(origin, hub);
    const [, evening] = air.between(hub, destination);
    const price = [morning, evening].reduce(
      (sum, flight) => sum + air.soldOn(flight, when).prices.basic_economy,
      0,
    );
    return {
      who,
      wants:
        `${isMe(who)} You want to get from ${cityOf(origin)} to ${cityOf(destination)} on ${inWords(when)}, one way and alone, in basic ` +
        'economy. You would like not to change planes; if there is no such flight, one stop is fine, leaving in the ' +
        `morning and arriving the same day. No bags, no insurance. You pay with ${cardOf(who.payment[0])}.`,
      actions: [
        readUser(who),
        search(origin, destination, when),
        call('search_onestop_flight', { origin, destination, date: dateOf(when) }),
        book(who, {
          origin,
          destination,
          cabin: 'basic_economy',
          legs: [leg(morning, when), leg(evening, when)],
          passengers: who.passengers,
          payments: [{ payment_id: who.payment[0].id, amount: price }],
        }),
      ],
    };
  },

  'book-round-trip': (air) => {
    const who = air.traveller({ methods: ['credit_card', 'gift_card'] });
    const [origin, destination] = air.pickRoute();
    const [out, back] = [
      air.cheapest(origin, destination, 17, 'economy'),
      air.cheapest(destination, origin, 20, 'economy'),
    ];
    const [card, gift] = who.payment;
    const total = out.price + back.price;
    const spent = Math.min(gift.amount, total);
    const rest = total - spent;
    return {
      who,
      wants:
        `${isMe(who)} You visit a friend: ${cityOf(origin)} to ${cityOf(destination)} on May 17 and back on May 20, economy, you ` +
        'alone, without stops and each way the cheapest flight. You travel light, without bags or insurance. Your gift card ' +
        `pays as much as there is on it, and ${cardOf(card)} what may be missing.`,
      actions: [
        readUser(who),
        search(origin, destination, 17),
        search(destination, origin, 20),
        book(who, {
          origin,
          destination,
          type: 'round_trip',
          cabin: 'economy',
          legs: [leg(out.flight, 17), leg(back.flight, 20)],
          passengers: who.passengers,
          payments: [
            { payment_id: gift.id, amount: spent },
            ...(rest > 0 ? [{ payment_id: card.id, amount: rest }] : []),
          ],
        }),
      ],
    };
  },
};
