import { integer, listOf, objectOf, text } from '../world/parameter.ts';

export const USER_ID = text("A traveller's id, such as 'ada_li_1234'.");

export const RESERVATION_ID = text("A reservation's id, such as 'ABC123'.");

export const PAYMENT_ID = text(
  "The id of a payment method of the traveller's profile, such as 'credit_card_0000000'.",
);

export const ORIGIN = text("The airport of departure by its three letters, such as 'SFO'.");

export const DESTINATION = text("The airport of arrival by its three letters, such as 'JFK'.");

export const DATE = text("The date of departure as YYYY-MM-DD, such as '2024-05-20'.");

export const CABIN = text('The cabin, one for all flights.', [
  'basic_economy',
  'economy',
  'business',
]);

export const FLIGHTS = listOf(
  'All flights, in the order in which they are flown.',
  objectOf({ flight_number: text("The flight's number, such as 'HAT001'."), date: DATE }),
);

export const PASSENGERS = listOf(
  'All passengers.',
  objectOf({
    first_name: text('The first name.'),
    last_name: text('The last name.'),
    dob: text("The date of birth as YYYY-MM-DD, such as '1990-01-01'."),
  }),
);

export const TOTAL_BAGGAGES = integer('How many bags there are in all.');

export const NONFREE_BAGGAGES = integer('How many of the bags are to be paid for.');
