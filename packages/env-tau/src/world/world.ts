import { createHash } from 'node:crypto';
import type { AirlineWorld } from '../airline/airline-world.ts';
import { hashableText } from '../python/hashable-text.ts';
import type { PyDict } from '../python/value.ts';
import type { RetailWorld } from '../retail/retail-world.ts';
import type { Database } from './database.ts';
import { Table } from './table.ts';

/** The state of one episode: a database as the tools of this episode have changed it. */
export type World = RetailWorld | AirlineWorld;

/** A fresh world: it holds nothing of its own until a tool writes. */
export function createWorld(database: Database): World {
  if (database.domain === 'retail') {
    return {
      domain: 'retail',
      orders: new Table(database.orders),
      products: new Table(database.products),
      users: new Table(database.users),
    };
  }
  return {
    domain: 'airline',
    flights: new Table(database.flights),
    reservations: new Table(database.reservations),
    users: new Table(database.users),
    departures: database.departures,
  };
}

/**
 * A world with the same state, on which changes of the first are not seen, nor the other way round.
 *
 * A snapshot is a fork that is kept; restoring it is to go on with a fork of it.
 */
export function forkWorld(world: World): World {
  if (world.domain === 'retail') {
    const { orders, products, users } = world;
    return {
      domain: 'retail',
      orders: orders.fork(),
      products: products.fork(),
      users: users.fork(),
    };
  }
  const { flights, reservations, users, departures } = world;
  return {
    domain: 'airline',
    flights: flights.fork(),
    reservations: reservations.fork(),
    users: users.fork(),
    departures,
  };
}

/** The tables by name, in the order of their names. */
function tablesOf(world: World): readonly (readonly [string, Table<PyDict>])[] {
  if (world.domain === 'retail') {
    const { orders, products, users } = world;
    return [
      ['orders', orders],
      ['products', products],
      ['users', users],
    ];
  }
  const { flights, reservations, users } = world;
  return [
    ['flights', flights],
    ['reservations', reservations],
    ['users', users],
  ];
}

/**
 * The hash of a world's state as tau-bench takes it: SHA-256 of the text of nested tuples, objects
 * sorted by key. It tells `1` from `1.0` and depends on the order of lists.
 *
 * @returns 64 hexadecimal digits.
 */
export function worldHash(world: World): string {
  const hash = createHash('sha256');
  for (const [at, [name, table]] of tablesOf(world).entries()) {
    hash.update(`${at === 0 ? '(' : ', '}('${name}', `);
    for (const piece of table.hashPieces()) hash.update(piece);
    hash.update(')');
  }
  return hash.update(')').digest('hex');
}

/** The keys under which two tables may differ. */
function suspects(one: Table<PyDict>, other: Table<PyDict>): Set<string> {
  const keys = one.sharesBase(other)
    ? [one.changes().keys(), other.changes().keys()]
    : [one.entries(), other.entries()].map((entries) => [...entries].map(([key]) => key));
  return new Set(keys.flatMap((list) => [...list]));
}

function isSameTable(
  one: Table<PyDict>,
  other: Table<PyDict>,
  textOf: (record: PyDict) => string,
): boolean {
  return [...suspects(one, other)].every((key) => {
    const [left, right] = [one.get(key), other.get(key)];
    if (left === undefined || right === undefined) return left === right;
    return left === right || textOf(left) === textOf(right);
  });
}

/**
 * Whether two worlds are in the same state, that is whether their hashes are equal; of worlds of one
 * database only what was changed is looked at.
 *
 * @param textOf What two records must have in common; by default the text that is hashed.
 */
export function isSameState(
  one: World,
  other: World,
  textOf: (record: PyDict) => string = hashableText,
): boolean {
  const tables = tablesOf(other);
  return tablesOf(one).every(([name, table], at) => {
    const [otherName, counterpart] = tables[at] ?? [];
    return (
      counterpart !== undefined && name === otherName && isSameTable(table, counterpart, textOf)
    );
  });
}
