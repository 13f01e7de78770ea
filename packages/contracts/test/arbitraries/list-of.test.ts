import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listOf } from '../../src/arbitraries/list-of.ts';

describe('lists', () => {
  it('have each length as often', () => {
    const lists = fc.sample(listOf(fc.nat(), { min: 1, max: 4 }), { seed: 1, numRuns: 2000 });
    for (const length of [1, 2, 3, 4]) {
      const share = lists.filter((list) => list.length === length).length / 2000;
      expect(share).toBeGreaterThan(0.2);
      expect(share).toBeLessThan(0.3);
    }
  });

  it('shrink to the items that are needed, wherever they stand', () => {
    const { counterexample } = fc.check(
      fc.property(
        listOf(fc.nat(1000), { min: 0, max: 12 }),
        (list) =>
          !list.some((item, at) => item > 500 && list.slice(at + 1).some((later) => later < 5)),
      ),
      { seed: 2, numRuns: 1000 },
    );
    expect(counterexample).toEqual([[501, 0]]);
  });

  it('never shrink below their least length', () => {
    const { counterexample } = fc.check(
      fc.property(listOf(fc.nat(9), { min: 3, max: 9 }), () => false),
      { seed: 3 },
    );
    expect(counterexample).toEqual([[0, 0, 0]]);
  });

  it('replay by seed and path', () => {
    const property = fc.property(
      listOf(fc.string(), { min: 0, max: 9 }),
      (list) => list.join('').length < 20,
    );
    const { seed, counterexample, counterexamplePath } = fc.check(property, { seed: 4 });
    const path = counterexamplePath ?? '';
    expect(path).toContain(':');
    expect(fc.check(property, { seed, path }).counterexample).toEqual(counterexample);
  });
});
