import { DATE, DESTINATION, ORIGIN } from './airline-parameters.ts';
import { dumpJson } from '../python/dump-json.ts';
import { Fault } from '../python/fault.ts';
import { entryOf, neededEntry, textOf } from '../python/operations.ts';
import type { PyDict, PyValue } from '../python/value.ts';
import { defineWorldTool } from '../world/tool.ts';
import type { AirlineWorld, Flight, FlightDate } from './airline-world.ts';

/** A flight on one of its dates, without the others. */
function describe(flight: Flight, onDate: FlightDate): PyDict {
  const description: PyDict = new Map(flight);
  description.delete('dates');
  for (const [key, value] of onDate) description.set(key, value);
  return description;
}

function departuresFrom(world: AirlineWorld, origin: PyValue): readonly Flight[] {
  return typeof origin === 'string' ? (world.departures.get(origin) ?? []) : [];
}

/** The day after a date, whose last two characters are its day of May 2024. */
function dayAfter(date: PyValue): string {
  const day = Array.from(textOf(date, 'date')).slice(-2).join('').trim();
  if (!/^[-+]?\p{Nd}+$/u.test(day)) throw new Fault('date does not end with the number of a day');
  return `2024-05-${Number(day) + 1}`;
}

/** Finds the flights between two airports that are to be sold for a date. */
export const searchDirectFlight = defineWorldTool({
  name: 'search_direct_flight',
  description: 'Find flights without a stop between two airports on a date.',
  parameters: { origin: ORIGIN, destination: DESTINATION, date: DATE },
  run(world: AirlineWorld, args) {
    const results: PyDict[] = [];
    for (const flight of departuresFrom(world, args.get('origin'))) {
      if (flight.get('destination') !== args.get('destination')) continue;
      const onDate = entryOf(flight.get('dates'), args.get('date'), 'date');
      if (onDate?.get('status') === 'available') results.push(describe(flight, onDate));
    }
    return dumpJson(results);
  },
});

/** A pair of flights that meet, when both are to be sold. */
function connect(first: Flight, second: Flight, date: PyValue): PyValue[] | null {
  const arrival = first.get('scheduled_arrival_time_est');
  const secondDate = arrival.includes('+1') ? dayAfter(date) : date;
  if (arrival > second.get('scheduled_departure_time_est')) return null;
  const onFirst = entryOf(first.get('dates'), date, 'date');
  if (onFirst === undefined) return null;
  const onSecond = entryOf(second.get('dates'), secondDate, 'date');
  if (onSecond === undefined) return null;
  if (onFirst.get('status') !== 'available' || onSecond.get('status') !== 'available') return null;
  const one = describe(first, onFirst).set('date', date);
  // The benchmark shows the second flight as it is on the first one's date.
  const shown = neededEntry(second.get('dates'), date, 'date');
  return [one, describe(second, shown).set('date', secondDate)];
}

/** Finds pairs of flights between two airports, for a date or from it to the next. */
export const searchOnestopFlight = defineWorldTool({
  name: 'search_onestop_flight',
  description: 'Find pairs of flights with one stop between two airports, departing on a date.',
  parameters: { origin: ORIGIN, destination: DESTINATION, date: DATE },
  run(world: AirlineWorld, args) {
    const results: PyValue[] = [];
    for (const first of departuresFrom(world, args.get('origin'))) {
      for (const second of departuresFrom(world, first.get('destination'))) {
        if (second.get('destination') !== args.get('destination')) continue;
        const pair = connect(first, second, args.get('date'));
        if (pair !== null) results.push(pair);
      }
    }
    return dumpJson(results);
  },
});
