import { exactForm, type JsonObject, type JsonValue } from 'slime-sdk';

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

function numberFrom(value: number, written: number | string | undefined): bigint | number {
  const isFloat = written === value || !Number.isSafeInteger(value);
  return isFloat ? value : BigInt(value);
}

function listFrom(value: JsonValue[]): PyValue[] {
  const numbers = exactForm(value)?.numbers;
  return value.map((element, at) => elementFrom(element, numbers?.get(String(at))));
}

function dictFrom(value: JsonObject): PyDict {
  const form = exactForm(value);
  const dict: PyDict = new Map();
  for (const key of form?.keys ?? Object.keys(value)) {
    const element = Object.hasOwn(value, key) ? value[key] : undefined;
    if (element !== undefined) dict.set(key, elementFrom(element, form?.numbers.get(key)));
  }
  for (const [key, element] of Object.entries(value)) {
    if (!dict.has(key)) dict.set(key, elementFrom(element, form?.numbers.get(key)));
  }
  return dict;
}

function elementFrom(value: JsonValue, written: number | string | undefined): PyValue {
  if (typeof value === 'number') return numberFrom(value, written);
  // An integer that a number cannot hold stands as its digits.
  if (typeof value === 'string') return written === value ? BigInt(value) : value;
  if (value === null || typeof value !== 'object') return value;
  return Array.isArray(value) ? listFrom(value) : dictFrom(value);
}

/**
 * The value of a parsed JSON text. What the SDK's parsers noted of how it was written is kept: `1.0`
 * is a `float`, integers beyond 2^53 and the order of keys stay. A whole number without such a note
 * becomes an `int`.
 */
export function fromJson(value: JsonValue): PyValue {
  return elementFrom(value, undefined);
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
