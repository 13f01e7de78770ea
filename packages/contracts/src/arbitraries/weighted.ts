import fc from 'fast-check';

/** One of the items, as often as its weight says; shrinks towards the first. */
export function weighted<T>(items: readonly (readonly [T, number])[]): fc.Arbitrary<T> {
  const table = items.flatMap(([item, weight]) => Array.from({ length: weight }, () => item));
  // Biased numbers would favour the first and the last.
  return fc.noBias(fc.constantFrom(...table));
}
