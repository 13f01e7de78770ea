import { RESERVATION_ID, USER_ID } from './airline-parameters.ts';
import { dumpJson } from '../python/dump-json.ts';
import { entryOf } from '../python/operations.ts';
import { defineWorldTool, type WorldTool } from '../world/tool.ts';
import type { AirlineWorld } from './airline-world.ts';

const AIRPORTS = new Map([
  ['SFO', 'San Francisco'],
  ['JFK', 'New York'],
  ['LAX', 'Los Angeles'],
  ['ORD', 'Chicago'],
  ['DFW', 'Dallas'],
  ['DEN', 'Denver'],
  ['SEA', 'Seattle'],
  ['ATL', 'Atlanta'],
  ['MIA', 'Miami'],
  ['BOS', 'Boston'],
  ['PHX', 'Phoenix'],
  ['IAH', 'Houston'],
  ['LAS', 'Las Vegas'],
  ['MCO', 'Orlando'],
  ['EWR', 'Newark'],
  ['CLT', 'Charlotte'],
  ['MSP', 'Minneapolis'],
  ['DTW', 'Detroit'],
  ['PHL', 'Philadelphia'],
  ['LGA', 'LaGuardia'],
]);

/** Shows a reservation; one that is not known is told as the benchmark words it. */
export const getReservationDetails = defineWorldTool({
  name: 'get_reservation_details',
  description: 'Show a reservation.',
  parameters: { reservation_id: RESERVATION_ID },
  run(world: AirlineWorld, args) {
    const found = entryOf(world.reservations, args.get('reservation_id'), 'reservation_id');
    return found === undefined ? 'Error: user not found' : dumpJson(found);
  },
});

/** Shows a traveller. */
export const getUserDetails = defineWorldTool({
  name: 'get_user_details',
  description: 'Show a traveller: profile, payment methods and reservations.',
  parameters: { user_id: USER_ID },
  run(world: AirlineWorld, args) {
    const user = entryOf(world.users, args.get('user_id'), 'user_id');
    return user === undefined ? 'Error: user not found' : dumpJson(user);
  },
});

/** Shows the airports and their cities. */
export const listAllAirports: WorldTool<unknown> = defineWorldTool({
  name: 'list_all_airports',
  description: 'List all airports with their cities.',
  parameters: {},
  run: () => dumpJson(AIRPORTS),
});
