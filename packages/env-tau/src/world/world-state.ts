import type { z } from 'zod';
import { airlineTables } from '../airline/airline-world.ts';
import type { PyDict } from '../python/value.ts';
import { retailTables } from '../retail/retail-world.ts';
import type { Database } from './database.ts';
import type { Entries } from './fields.ts';
import { Table } from './table.ts';
import { forkWorld, type World } from './world.ts';

/** What a world changed, by table: plain data that structured cloning copies. */
export type WorldState = Record<string, ReadonlyMap<string, PyDict>>;

/**
 * What a world has changed so far. Its records are changed by nobody from now on: the world goes on
 * with copies.
 */
export function saveWorld(world: World): WorldState {
  const kept = forkWorld(world);
  if (kept.domain === 'retail') {
    const { orders, products, users } = kept;
    return { orders: orders.changes(), products: products.changes(), users: users.changes() };
  }
  const { flights, reservations, users } = kept;
  return {
    flights: flights.changes(),
    reservations: reservations.changes(),
    users: users.changes(),
  };
}

function changesOf<Row extends PyDict>(
  schema: z.ZodType<Entries<Row>>,
  state: WorldState,
  name: string,
): Entries<Row> {
  // A copy: the world that goes on from here must not write into what was kept.
  return new Map(schema.parse(state[name]));
}

/** A world of a database in the state that {@link saveWorld} gave. */
export function loadWorld(database: Database, state: WorldState): World {
  if (database.domain === 'retail') {
    return {
      domain: 'retail',
      orders: new Table(database.orders, changesOf(retailTables.orders, state, 'orders')),
      products: new Table(database.products, changesOf(retailTables.products, state, 'products')),
      users: new Table(database.users, changesOf(retailTables.users, state, 'users')),
    };
  }
  return {
    domain: 'airline',
    flights: new Table(database.flights, changesOf(airlineTables.flights, state, 'flights')),
    reservations: new Table(
      database.reservations,
      changesOf(airlineTables.reservations, state, 'reservations'),
    ),
    users: new Table(database.users, changesOf(airlineTables.users, state, 'users')),
    departures: database.departures,
  };
}
