import { dumpJson } from './dump-json.ts';
import { Fault } from './fault.ts';
import { compareTexts } from './hashable-text.ts';
import type { PyDict, PyNumber, PyValue } from './value.ts';

/** What a value is, in a sentence. */
export function kindOf(value: PyValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Map) return 'an object';
  if (typeof value === 'string') return 'a text';
  return typeof value === 'boolean' ? 'a boolean' : 'a number';
}

function asNumber(value: PyValue): PyNumber | null {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  return typeof value === 'bigint' || typeof value === 'number' ? value : null;
}

/** The number that a value is; a boolean is 0 or 1. */
export function numberOf(value: PyValue, what: string): PyNumber {
  const number = asNumber(value);
  if (number === null) throw new Fault(`${what} must be a number, it is ${kindOf(value)}`);
  return number;
}

/** The string that a value is. */
export function textOf(value: PyValue, what: string): string {
  if (typeof value === 'string') return value;
  throw new Fault(`${what} must be a text, it is ${kindOf(value)}`);
}

/** Whether two values are equal: by content, `1`, `1.0` and `true` alike. */
export function isEqual(left: PyValue, right: PyValue): boolean {
  if (left === right) return true;
  const [one, other] = [asNumber(left), asNumber(right)];
  // An `int` and a `float` are compared by their exact values; `===` would tell them apart.
  if (one !== null && other !== null) return one <= other && one >= other;
  if (Array.isArray(left) && Array.isArray(right)) {
    if (left.length !== right.length) return false;
    return left.every((element, at) => isEqual(element, right[at] ?? null));
  }
  if (!(left instanceof Map && right instanceof Map) || left.size !== right.size) return false;
  return [...left].every(([key, element]) => {
    const counterpart = right.get(key);
    return counterpart !== undefined && isEqual(element, counterpart);
  });
}

/** Whether one value is less than another; texts and lists have an order, too. */
export function isLess(left: PyValue, right: PyValue, what: string): boolean {
  const [one, other] = [asNumber(left), asNumber(right)];
  if (one !== null && other !== null) return one < other;
  if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right) < 0;
  if (Array.isArray(left) && Array.isArray(right)) {
    for (const [at, element] of left.entries()) {
      const counterpart = right[at];
      if (counterpart === undefined) return false;
      if (!isEqual(element, counterpart)) return isLess(element, counterpart, what);
    }
    return left.length < right.length;
  }
  throw new Fault(`${what}: ${kindOf(left)} and ${kindOf(right)} cannot be compared`);
}

/** The key of a dictionary that a value may be: null for what is no key of any. */
export function keyOf(value: PyValue, what: string): string | null {
  if (Array.isArray(value) || value instanceof Map) {
    throw new Fault(`${what} must be a text, it is ${kindOf(value)}`);
  }
  return typeof value === 'string' ? value : null;
}

/** The entry of a dictionary under a value, which may be of any kind. */
export function entryOf<Value>(
  dict: { get(key: string): Value | undefined },
  key: PyValue,
  what: string,
): Value | undefined {
  const text = keyOf(key, what);
  return text === null ? undefined : dict.get(text);
}

/** The entry of a dictionary that must be there. */
export function neededEntry<Value>(
  dict: { get(key: string): Value | undefined },
  key: PyValue,
  what: string,
): Value {
  const entry = entryOf(dict, key, what);
  if (entry === undefined) throw new Fault(`${what} ${dumpJson(key)} is not known`);
  return entry;
}

/** A value that must be an object. */
export function dictOf(value: PyValue, what: string): PyDict {
  if (value instanceof Map) return value;
  throw new Fault(`${what} must be an object, it is ${kindOf(value)}`);
}

/** A field of a value that must be an object with this field. */
export function fieldOf(value: PyValue, field: string, what: string): PyValue {
  const content = dictOf(value, what).get(field);
  if (content === undefined) throw new Fault(`${what} has no ${field}`);
  return content;
}

/** A value that must be a list. */
export function listOf(value: PyValue, what: string): PyValue[] {
  if (Array.isArray(value)) return value;
  throw new Fault(`${what} must be a list, it is ${kindOf(value)}`);
}

/** What a loop over a value sees: elements, characters or keys. */
export function elementsOf(value: PyValue, what: string): PyValue[] {
  if (typeof value === 'string') return Array.from(value);
  return value instanceof Map ? [...value.keys()] : listOf(value, what);
}

/** How many elements, characters or keys a value has. */
export function lengthOf(value: PyValue, what: string): bigint {
  return BigInt(elementsOf(value, what).length);
}

/** How often an element stands in a list, or a character in a text. */
export function countOf(value: PyValue, element: PyValue, what: string): number {
  const elements = typeof value === 'string' ? Array.from(value) : listOf(value, what);
  // A NaN equals itself here, as the same object does in Python's list.
  return elements.filter((one) => Object.is(one, element) || isEqual(one, element)).length;
}
