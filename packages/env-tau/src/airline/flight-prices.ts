import { dumpJson } from '../python/dump-json.ts';
import { Fault } from '../python/fault.ts';
import { dictOf, entryOf, fieldOf, isLess, numberOf } from '../python/operations.ts';
import { plainText } from '../python/text.ts';
import type { PyDict, PyNumber, PyValue } from '../python/value.ts';
import type { Entries } from '../world/fields.ts';
import type { AirlineWorld } from './airline-world.ts';

const FLIGHT = 'each of flights';

function inCabin(byCabin: Entries<PyNumber> | undefined, cabin: PyValue): PyNumber {
  const entry = entryOf(byCabin ?? new Map<string, PyNumber>(), cabin, 'cabin');
  if (entry !== undefined) return entry;
  const known = [...(byCabin?.keys() ?? [])].join(', ');
  throw new Fault(`cabin ${dumpJson(cabin)} is none of this flight: ${known}`);
}

/**
 * Writes the price and the airports into a flight that a call asks for.
 *
 * @param seats How many seats are needed; asked for when the cabin is known.
 * @returns The price of a seat, or the observation that says why there is none.
 */
export function priceFlight(
  world: AirlineWorld,
  asked: PyValue,
  cabin: PyValue,
  seats: () => bigint,
): PyNumber | string {
  const number = fieldOf(asked, 'flight_number', FLIGHT);
  const flight = entryOf(world.flights, number, 'flight_number');
  if (flight === undefined) return `Error: flight ${plainText(number)} not found`;
  const date = fieldOf(asked, 'date', FLIGHT);
  const onDate = entryOf(flight.get('dates'), date, 'date');
  if (onDate === undefined) {
    return `Error: flight ${plainText(number)} not found on date ${plainText(date)}`;
  }
  if (onDate.get('status') !== 'available') {
    return `Error: flight ${plainText(number)} not available on date ${plainText(date)}`;
  }
  const available = inCabin(onDate.get('available_seats'), cabin);
  if (isLess(available, seats(), 'seats')) {
    return `Error: not enough seats on flight ${plainText(number)}`;
  }
  const price = inCabin(onDate.get('prices'), cabin);
  return writePrice(dictOf(asked, FLIGHT), price, flight);
}

/** Copies price and airports of a flight, known or booked before. */
export function writePrice(asked: PyDict, price: PyValue, flight: PyDict): PyNumber {
  asked.set('price', price);
  asked.set('origin', fieldOf(flight, 'origin', FLIGHT));
  asked.set('destination', fieldOf(flight, 'destination', FLIGHT));
  return numberOf(price, 'price');
}
