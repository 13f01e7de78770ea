import fc from 'fast-check';

/** One of the items, each as often; any number of them, which `fc.constantFrom` does not take. */
export function drawnFrom<T>(items: readonly T[]): fc.Arbitrary<T> {
  if (items.length === 0) throw new TypeError('drawnFrom: there is nothing to draw from');
  const last = items.length - 1;
  // Biased numbers would favour the first and the last.
  return fc.noBias(fc.nat(last)).map((at) => items[at] as T);
}
