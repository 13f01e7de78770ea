import type fc from 'fast-check';
import { drawnFrom } from './drawn-from.ts';

/** One of the items, as often as its weight says; shrinks towards the first. */
export function weighted<T>(items: readonly (readonly [T, number])[]): fc.Arbitrary<T> {
  const table = items.flatMap(([item, weight]) => Array.from({ length: weight }, () => item));
  return drawnFrom(table);
}
