import { quotedText, scalarText } from './text.ts';
import type { PyValue } from './value.ts';

/** Code units in the order of code points: surrogates stand above all others. */
function rank(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
}

/** Orders strings by code points, as Python does; JavaScript orders by UTF-16 units. */
export function compareTexts(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (one !== other) return rank(one) - rank(other);
  }
  return left.length - right.length;
}

/** A tuple of parts that are texts already; a single part is followed by a comma. */
export function tupleText(parts: readonly string[]): string {
  return parts.length === 1 ? `(${parts[0] ?? ''},)` : `(${parts.join(', ')})`;
}

/** A pair of a key and a value inside of another tuple. */
export function pairText(key: string, value: PyValue): string {
  return `(${quotedText(key)}, ${hashableText(value)})`;
}

/**
 * The text that a value's hash is taken of, inside of another value: objects are tuples of pairs
 * sorted by key, arrays are tuples.
 */
export function hashableText(value: PyValue): string {
  if (Array.isArray(value)) return tupleText(value.map(hashableText));
  if (!(value instanceof Map)) return scalarText(value);
  const keys = [...value.keys()].toSorted(compareTexts);
  return tupleText(keys.map((key) => pairText(key, value.get(key) ?? null)));
}
