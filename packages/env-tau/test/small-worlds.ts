import { createDatabase, createWorld, parseJson, type PyDict, type World } from '../src/index.ts';

/** A shop with one product, one customer, and an order of each kind. */
const RETAIL = `{
  "orders": {
    "#W2": {"order_id": "#W2", "user_id": "ada_li_1", "address": {"city": "Bern", "zip": "3000"},
      "items": [{"name": "Lamp", "product_id": "77", "item_id": "9", "price": 10.1, "options": {"colour": "red"}}],
      "fulfillments": [], "status": "pending",
      "payment_history": [{"transaction_type": "payment", "amount": 10.1, "payment_method_id": "gift_card_1"}]},
    "#W1": {"order_id": "#W1", "user_id": "ada_li_1", "address": {"city": "Bern", "zip": "3000"},
      "items": [{"name": "Lamp", "product_id": "77", "item_id": "9", "price": 10.1, "options": {"colour": "red"}},
                {"name": "Lamp", "product_id": "77", "item_id": "9", "price": 10.1, "options": {"colour": "red"}}],
      "fulfillments": [], "status": "delivered",
      "payment_history": [{"transaction_type": "payment", "amount": 20.2, "payment_method_id": "credit_card_2"}]}
  },
  "products": {"77": {"name": "Lamp", "product_id": "77", "variants": {
    "9": {"item_id": "9", "options": {"colour": "red"}, "available": true, "price": 10.1},
    "10": {"item_id": "10", "options": {"colour": "blue"}, "available": true, "price": 30.3},
    "8": {"item_id": "8", "options": {"colour": "green"}, "available": false, "price": 5.0},
    "7": {"item_id": "7", "options": {"colour": "grey"}, "available": true, "price": 15.3}}}},
  "users": {"ada_li_1": {"name": {"first_name": "Ada", "last_name": "Li"},
    "address": {"city": "Bern", "zip": "3000"}, "email": "Ada@Example.com",
    "payment_methods": {
      "gift_card_1": {"source": "gift_card", "balance": 17, "id": "gift_card_1"},
      "credit_card_2": {"source": "credit_card", "brand": "visa", "last_four": "0001", "id": "credit_card_2"}},
    "orders": ["#W2", "#W1"]}}
}`;

/** An airline with two flights that meet, one traveller and one reservation. */
const AIRLINE = `{
  "flights": {
    "F1": {"flight_number": "F1", "origin": "SFO", "destination": "ORD",
      "scheduled_departure_time_est": "08:00:00", "scheduled_arrival_time_est": "10:00:00",
      "dates": {"2024-05-20": {"status": "available",
        "available_seats": {"economy": 3, "business": 1}, "prices": {"economy": 100, "business": 300}}}},
    "F2": {"flight_number": "F2", "origin": "ORD", "destination": "JFK",
      "scheduled_departure_time_est": "11:00:00", "scheduled_arrival_time_est": "14:00:00",
      "dates": {"2024-05-20": {"status": "available",
        "available_seats": {"economy": 3, "business": 1}, "prices": {"economy": 50, "business": 200}},
        "2024-05-21": {"status": "cancelled"}}}
  },
  "reservations": {"AAAAAA": {"reservation_id": "AAAAAA", "user_id": "bo_ito_2", "origin": "SFO",
    "destination": "ORD", "flight_type": "one_way", "cabin": "economy",
    "flights": [{"origin": "SFO", "destination": "ORD", "flight_number": "F1", "date": "2024-05-20", "price": 90}],
    "passengers": [{"first_name": "Bo", "last_name": "Ito", "dob": "1990-01-01"}],
    "payment_history": [{"payment_id": "gift_card_3", "amount": 90}],
    "created_at": "2024-05-01T00:00:00", "total_baggages": 1, "nonfree_baggages": 0, "insurance": "no"}},
  "users": {"bo_ito_2": {"name": {"first_name": "Bo", "last_name": "Ito"}, "email": "bo@example.com",
    "payment_methods": {
      "gift_card_3": {"source": "gift_card", "amount": 500, "id": "gift_card_3"},
      "certificate_4": {"source": "certificate", "amount": 100, "id": "certificate_4"}},
    "reservations": ["AAAAAA"]}}
}`;

function tablesOf(text: string, name: string): Map<string, PyDict> {
  const tables = new Map<string, PyDict>();
  const parsed = parseJson(text, name);
  if (!(parsed instanceof Map)) throw new Error(`${name} is no object`);
  for (const [table, records] of parsed) {
    if (records instanceof Map) tables.set(table, records);
  }
  return tables;
}

/** The tables of the small shop, anew. */
export const retailTables = (): Map<string, PyDict> => tablesOf(RETAIL, 'small shop');

/** The tables of the small airline, anew. */
export const airlineTables = (): Map<string, PyDict> => tablesOf(AIRLINE, 'small airline');

/** The small shop, loaded once. */
export const shopDatabase = createDatabase('retail', retailTables());
const airline = createDatabase('airline', airlineTables());

/** A fresh world of the small shop. */
export const smallShop = (): World => createWorld(shopDatabase);

/** A fresh world of the small airline. */
export const smallAirline = (): World => createWorld(airline);
