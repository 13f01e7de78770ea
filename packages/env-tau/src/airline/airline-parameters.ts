import { integer, listOf, objectOf, text } from '../world/parameter.ts';

/** A traveller. */
export const USER_ID = text("A traveller's id, such as 'ada_li_1234'.");

/** A reservation. */
export const RESERVATION_ID = text("A reservation's id, such as 'ABC123'.");

/** A payment method of a traveller. */
export const PAYMENT_ID = text(
  "The id of a payment method of the traveller's profile, such as 'credit_card_0000000'.",
);

/** Where a flight starts. */
export const ORIGIN = text("The airport of departure by its three letters, such as 'SFO'.");

/** Where a flight ends. */
export const DESTINATION = text("The airport of arrival by its three letters, such as 'JFK'.");

/** When a flight departs. */
export const DATE = text("The date of departure as YYYY-MM-DD, such as '2024-05-20'.");

/** The cabin of a reservation. */
export const CABIN = text('The cabin, one for all flights.', [
  'basic_economy',
  'economy',
  'business',
]);

/** The flights of a reservation. */
export const FLIGHTS = listOf(
  'All flights, in the order in which they are flown.',
  objectOf({ flight_number: text("The flight's number, such as 'HAT001'."), date: DATE }),
);

/** The passengers of a reservation. */
export const PASSENGERS = listOf(
  'All passengers.',
  objectOf({
    first_name: text('The first name.'),
    last_name: text('The last name.'),
    dob: text("The date of birth as YYYY-MM-DD, such as '1990-01-01'."),
  }),
);

/** All bags of a reservation. */
export const TOTAL_BAGGAGES = integer('How many bags there are in all.');

/** The bags of a reservation that cost. */
export const NONFREE_BAGGAGES = integer('How many of the bags are to be paid for.');
