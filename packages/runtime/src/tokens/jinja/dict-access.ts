import { exactForm } from 'slime-sdk';
import { chargeItems, rendering } from './budget.ts';
import { PyFloat } from './numbers.ts';
import { PyDict } from './py-dict.ts';

/** A dict: the caller's object, or one that the template built. */
export type Dict = PyDict | ReadonlyMap<unknown, unknown> | Readonly<Record<string, unknown>>;

/** A number as it was written in JSON, where JavaScript has no word for it. */
export function exactItem(owner: object, key: string, value: unknown): unknown {
  if (typeof value !== 'number' && typeof value !== 'string') return value;
  const noted = exactForm(owner)?.numbers.get(key);
  if (noted !== value) return value;
  return typeof noted === 'number' ? new PyFloat(noted) : BigInt(noted);
}

/** The value at a key; undefined when there is none. */
export function dictGet(dict: Dict, key: unknown): unknown {
  if (dict instanceof PyDict) return dict.get(key);
  if (dict instanceof Map) return PyDict.from(dict).get(key);
  if (typeof key !== 'string') return requireHashable(key);
  return Object.hasOwn(dict, key) ? exactItem(dict, key, Reflect.get(dict, key)) : undefined;
}

/** Whether there is such a key; one set to undefined in the caller's object is none. */
export function dictHas(dict: Dict, key: unknown): boolean {
  if (dict instanceof PyDict) return dict.has(key);
  if (dict instanceof Map) return PyDict.from(dict).has(key);
  if (typeof key !== 'string') return requireHashable(key) !== undefined;
  return Object.hasOwn(dict, key) && Reflect.get(dict, key) !== undefined;
}

function requireHashable(key: unknown): undefined {
  PyDict.hash(key);
  return undefined;
}

type Entries = readonly (readonly [key: unknown, value: unknown])[];

/** Dicts with fewer keys are looked through as fast as they are remembered. */
const FEW = 64;

/** Entries of the caller's large objects, which no rendering changes. */
let known = new WeakMap<object, Entries>();
let knownIn: number | undefined;

/** The entries of a dict in their order; not to be changed. */
export function dictEntries(dict: Dict): Entries {
  if (dict instanceof PyDict || dict instanceof Map) {
    chargeItems(dict.size * 2);
    return [...dict.entries()];
  }
  const running = rendering();
  if (running === undefined) return readEntries(dict);
  if (knownIn !== running) [known, knownIn] = [new WeakMap(), running];
  const remembered = known.get(dict);
  if (remembered !== undefined) {
    chargeItems(remembered.length);
    return remembered;
  }
  const entries = readEntries(dict);
  if (entries.length > FEW) known.set(dict, entries);
  return entries;
}

function readEntries(dict: Dict): Entries {
  const written = exactForm(dict)?.keys;
  const names =
    written === undefined || written === null
      ? Object.keys(dict)
      : [...new Set([...written.filter((key) => Object.hasOwn(dict, key)), ...Object.keys(dict)])];
  // Keys of a large object of JavaScript are looked up slowly.
  chargeItems(names.length * 5);
  const entries: (readonly [unknown, unknown])[] = [];
  for (const name of names) {
    const value: unknown = Reflect.get(dict, name);
    if (value !== undefined) entries.push([name, exactItem(dict, name, value)]);
  }
  return entries;
}

export function dictSize(dict: Dict): number {
  return dict instanceof PyDict || dict instanceof Map ? dict.size : dictEntries(dict).length;
}
