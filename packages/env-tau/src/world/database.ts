import { DataError } from 'slime-sdk';
import type { z } from 'zod';
import { type AirlineDatabase, airlineTables, type Flight } from '../airline/airline-world.ts';
import type { PyDict, PyValue } from '../python/value.ts';
import { type RetailDatabase, retailTables } from '../retail/retail-world.ts';
import type { Entries } from './fields.ts';
import { BaseTable } from './table.ts';

/** The worlds of tau-bench, as `--env` and folders spell them. */
export const DOMAINS = ['retail', 'airline'] as const;

/** One of the worlds of tau-bench. */
export type Domain = (typeof DOMAINS)[number];

/** The loaded records of a domain: made once, shared by every world, changed by none. */
export type Database = RetailDatabase | AirlineDatabase;

/** The tables of each domain, in the benchmark's order; each is a file `<table>.json`. */
export const TABLES: Readonly<Record<Domain, readonly string[]>> = {
  retail: ['orders', 'products', 'users'],
  airline: ['flights', 'reservations', 'users'],
};

function checkTable<Row extends PyDict>(
  schema: z.ZodType<Entries<Row>>,
  tables: ReadonlyMap<string, PyValue>,
  name: string,
): BaseTable<Row> {
  const { success, data, error } = schema.safeParse(tables.get(name));
  if (success) return new BaseTable(data);
  const issue = error.issues[0];
  const where = [name, ...(issue?.path.map(String) ?? [])].join('.');
  throw new DataError(
    `the database does not hold what the world needs: ${where}: ${issue?.message ?? ''}. ` +
      'Import the data again, or mend the record.',
    { data: { table: name, where } },
  );
}

function byOrigin(flights: BaseTable<Flight>): Map<string, Flight[]> {
  const departures = new Map<string, Flight[]>();
  for (const flight of flights.records.values()) {
    const origin = flight.get('origin');
    const known = departures.get(origin);
    if (known === undefined) departures.set(origin, [flight]);
    else known.push(flight);
  }
  return departures;
}

/**
 * Checks the tables of a domain and makes its database of them. The tables are kept, not copied.
 *
 * @param tables By name, as {@link TABLES} lists them, read without loss ({@link parseJson}).
 * @throws DataError that names the table, the record and the field that is not as it must be.
 */
export function createDatabase(domain: Domain, tables: ReadonlyMap<string, PyValue>): Database {
  if (domain === 'retail') {
    return {
      domain,
      orders: checkTable(retailTables.orders, tables, 'orders'),
      products: checkTable(retailTables.products, tables, 'products'),
      users: checkTable(retailTables.users, tables, 'users'),
    };
  }
  const flights = checkTable(airlineTables.flights, tables, 'flights');
  return {
    domain,
    flights,
    reservations: checkTable(airlineTables.reservations, tables, 'reservations'),
    users: checkTable(airlineTables.users, tables, 'users'),
    departures: byOrigin(flights),
  };
}
