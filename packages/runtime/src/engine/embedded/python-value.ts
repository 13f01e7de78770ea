import { RequestError } from './request-error.ts';

/** Whether Python takes a JSON value for true. */
export function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** A number as Python compares it, booleans among them. Anything else is a TypeError, HTTP 500. */
export function comparable(value: unknown, what: string): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  throw new RequestError('internal', `${what} cannot be compared with a number`);
}

/** Python's `int(value)`: text that is no integer is a ValueError, HTTP 400. */
export function toInt(value: unknown, what: string): number {
  if (typeof value === 'string') {
    const digits = value.trim().replaceAll(/(?<=\d)_(?=\d)/g, '');
    if (!/^[+-]?\d+$/.test(digits)) {
      throw new RequestError(
        'value',
        `invalid literal for int() with base 10: ${JSON.stringify(value)}`,
      );
    }
    return Number(digits);
  }
  return Math.trunc(comparable(value, what));
}

/** What a Python `for` loop gets; what has no iterator is a TypeError, HTTP 500. */
export function iterate(value: unknown, what: string): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return Array.from(value);
  if (typeof value === 'object' && value !== null) return Object.keys(value);
  throw new RequestError('internal', `${what} is not iterable`);
}

/** Python's `value[index]` of a list, a string or null; anything else fails, HTTP 500. */
export function itemAt(value: unknown, index: number, what: string): unknown {
  if (value === null || value === undefined) return null;
  if ((Array.isArray(value) || typeof value === 'string') && index < value.length) {
    return value[index];
  }
  throw new RequestError('internal', `${what} has no item ${index}`);
}

/** A JSON object; narrows what `JSON.parse` gave. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
