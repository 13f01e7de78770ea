import type { JsonValue } from 'slime-sdk';

/**
 * A JSON value as Python holds it: `bigint` is its `int`, `number` its `float`, a `Map` its `dict`.
 *
 * JavaScript's own values lose what observations and hashes show: `1` and `1.0` are one number, and
 * keys made of digits move to the front of an object.
 */
export type PyValue = null | boolean | bigint | number | string | PyValue[] | PyDict;

/** A dictionary: keys in the order in which they came. */
export type PyDict = Map<string, PyValue>;

/** What arithmetic works on; a boolean counts as 0 or 1. */
export type PyNumber = bigint | number;

/** A deep copy. */
export function copyValue<Value extends PyValue>(value: Value): Value;
export function copyValue(value: PyValue): PyValue {
  if (Array.isArray(value)) return value.map((element) => copyValue(element));
  if (!(value instanceof Map)) return value;
  const copy: PyDict = new Map();
  for (const [key, element] of value) copy.set(key, copyValue(element));
  return copy;
}

/** The value of a parsed JSON text; a whole number becomes an `int`, as JSON.parse lost its form. */
export function fromJson(value: JsonValue): PyValue {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(fromJson);
  return new Map(Object.entries(value).map(([key, element]) => [key, fromJson(element)]));
}

/** Whether a value has more than `levels` arrays and objects around its innermost value. */
export function isDeeperThan(value: PyValue, levels: number): boolean {
  let layer: PyValue[] = [value];
  for (let level = 0; level <= levels; level += 1) {
    layer = layer.flatMap((element) => {
      if (Array.isArray(element)) return element;
      return element instanceof Map ? [...element.values()] : [];
    });
    if (layer.length === 0) return false;
  }
  return true;
}
