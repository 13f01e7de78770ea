import { dumpJson } from '../python/dump-json.ts';
import type { PyDict, PyValue } from '../python/value.ts';
import type { World } from '../world/world.ts';

/** A call, and what the world answered to it. */
export interface AnsweredCall {
  readonly name: string;
  readonly kwargs: PyValue;
  readonly observation: string;
}

/** The records of a user that a call may be about: those that its arguments name. */
function namedRecords(world: World, kwargs: PyDict, userId: string): PyDict[] {
  const named = <Row extends PyDict>(table: { get(key: string): Row | undefined }, key: string) => {
    const id = kwargs.get(key);
    const record = typeof id === 'string' ? table.get(id) : undefined;
    return record === undefined ? [] : [record];
  };
  const profile = kwargs.get('user_id') === userId ? named<PyDict>(world.users, 'user_id') : [];
  const kept =
    world.domain === 'retail'
      ? named(world.orders, 'order_id')
      : named(world.reservations, 'reservation_id');
  return [...profile, ...kept.filter((record) => record.get('user_id') === userId)];
}

/**
 * Whether a call showed the agent something of this user's: their profile, order or reservation as
 * it now stands, or their id found by an e-mail address or a name.
 *
 * Judged by what was answered: words in the arguments, and other people's records, are none.
 */
export function isOwnRecord(
  world: World,
  userId: string,
  { name, kwargs, observation }: AnsweredCall,
): boolean {
  if (name.startsWith('find_user_id_')) return observation === userId;
  if (!(kwargs instanceof Map) || !observation.startsWith('{')) return false;
  return namedRecords(world, kwargs, userId).some((record) => dumpJson(record) === observation);
}
