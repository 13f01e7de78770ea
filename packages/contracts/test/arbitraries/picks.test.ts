import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Picker, picks } from '../../src/arbitraries/index.ts';

describe('picks', () => {
  it('decide evenly', () => {
    const counts = Array.from({ length: 6 }, () => 0);
    for (const [number = 0] of fc.sample(picks(1), { seed: 1, numRuns: 6000 })) {
      const at = new Picker([number]).below(6);
      counts[at] = (counts[at] ?? 0) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan(850);
    expect(Math.max(...counts)).toBeLessThan(1150);
  });

  it('hold by chance as often as asked', () => {
    const share = (percent: number): number =>
      fc
        .sample(picks(1), { seed: 2, numRuns: 4000 })
        .filter((numbers) => new Picker(numbers).chance(percent)).length / 40;
    expect(share(30)).toBeGreaterThan(27);
    expect(share(30)).toBeLessThan(33);
    expect(share(0)).toBe(0);
    expect(share(100)).toBe(100);
  });

  it('that have run out are 0: the first of all, and no', () => {
    const picker = new Picker([7]);
    expect([picker.next(), picker.next(), picker.below(9)]).toEqual([7, 0, 0]);
    expect(picker.chance(99)).toBe(false);
    expect(picker.from(['a', 'b'])).toBe('a');
    expect(picker.from([])).toBeUndefined();
  });

  it('take no number where there is one choice', () => {
    const picker = new Picker([3]);
    expect([picker.below(1), picker.below(0), picker.next()]).toEqual([0, 0, 3]);
  });

  it('reach all of a list longer than a number', () => {
    const count = 200_000;
    const found = fc
      .sample(picks(2), { seed: 3, numRuns: 300 })
      .map((numbers) => new Picker(numbers).below(count));
    expect(Math.max(...found)).toBeGreaterThan(180_000);
    expect(new Set(found).size).toBeGreaterThan(290);
  });

  it('shrink to the fewest and smallest that do', () => {
    const least = (fails: (picker: Picker) => boolean): unknown =>
      fc.check(
        fc.property(picks(12), (numbers) => !fails(new Picker(numbers))),
        { seed: 4 },
      ).counterexample;
    expect(least(() => true)).toEqual([[]]);
    expect(least((picker) => picker.below(10) >= 4)).toEqual([[4]]);
    expect(
      least((picker) => {
        const list = Array.from({ length: 6 }, () => picker.below(100));
        return list.filter((number) => number >= 50).length >= 2;
      }),
    ).toEqual([[50, 50]]);
  });
});
