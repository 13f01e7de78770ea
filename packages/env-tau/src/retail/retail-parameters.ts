import { listOf, text } from '../world/parameter.ts';

/** An order. */
export const ORDER_ID = text("An order's id with the # before it, such as '#W0000000'.");

/** A customer. */
export const USER_ID = text("A customer's id, such as 'ada_li_1234'.");

/** A payment method of a customer. */
export const PAYMENT_METHOD_ID = text(
  "The id of one of the customer's payment methods, such as 'gift_card_0000000'; " +
    'customers and orders show them.',
);

/** Items of an order. */
export const ITEM_IDS = listOf(
  'Ids of items of the order; an item that is meant twice stands twice.',
  text("An item's id, such as '1000000001'."),
);

/** Items to get for those of an order. */
export const NEW_ITEM_IDS = listOf(
  'Ids of the items to get instead, each in the place of the old one and of the same product.',
  text("An item's id, such as '1000000001'."),
);

/** The parts of an address, in the order in which a record holds them. */
export const ADDRESS = {
  address1: text("The first line, such as '1 Main Street'."),
  address2: text("The second line, such as 'Apt 1', or ''."),
  city: text('The city.'),
  state: text("The state, such as 'CA'."),
  country: text("The country, such as 'USA'."),
  zip: text("The postal code, such as '10001'."),
};
