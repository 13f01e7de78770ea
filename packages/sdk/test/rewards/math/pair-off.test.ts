import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canPairOff } from '../../../src/rewards/math/pair-off.ts';

const seed = 20_250;

/** Every order of the numbers below a count. */
function orders(count: number): number[][] {
  if (count === 0) return [[]];
  return orders(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, at) => order.toSpliced(at, 0, count - 1)),
  );
}

const sorted = (digits: readonly number[]): string => digits.toSorted((a, b) => a - b).join();

describe('pairing off', () => {
  it('of numbers is possible where both lists hold each as often', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 12 });
    fc.assert(
      fc.property(digits, digits, (a, b) => {
        fc.pre(a.length === b.length);
        const isSame = sorted(a) === sorted(b);
        expect(canPairOff(a.length, (x, y) => a[x] === b[y])).toBe(isSame);
      }),
      { seed },
    );
  });

  it('is found where any order pairs all, though equality does not carry over', () => {
    const table = fc.integer({ min: 1, max: 5 }).chain((count) =>
      fc.array(fc.array(fc.boolean(), { minLength: count, maxLength: count }), {
        minLength: count,
        maxLength: count,
      }),
    );
    fc.assert(
      fc.property(table, (equal) => {
        const isPossible = orders(equal.length).some((order) =>
          order.every((other, item) => equal[item]?.[other]),
        );
        expect(canPairOff(equal.length, (x, y) => equal[x]?.[y] ?? false)).toBe(isPossible);
      }),
      { seed },
    );
  });
});
