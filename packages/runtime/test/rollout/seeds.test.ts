import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { envSeed, rewardSeed, samplingSeed } from '../../src/rollout/seeds.ts';

const places = fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(50), fc.nat(5000)), {
  minLength: 2,
  maxLength: 40,
  selector: (place) => place.join(),
});

describe('seeds', () => {
  it('depend on every part of the place, and on nothing else', () => {
    fc.assert(
      fc.property(places, (list) => {
        for (const seedOf of [envSeed, samplingSeed]) {
          const seeds = list.map((place) => seedOf(...place));
          expect(new Set(seeds).size).toBe(list.length);
          expect(list.map((place) => seedOf(...place))).toEqual(seeds);
          for (const seed of seeds) expect(seed).toBeLessThan(2 ** 31);
        }
      }),
      { seed: 8 },
    );
  });

  it('of the tapes of one episode differ, and the first is the episode’s', () => {
    const seeds = [0, 1, 2].map((tape) => samplingSeed(42, 3, 0, tape));
    expect(new Set(seeds).size).toBe(3);
    expect(seeds[0]).toBe(samplingSeed(42, 3, 0));
  });

  it('of one place differ by purpose', () => {
    expect(new Set([envSeed(42, 0, 0), samplingSeed(42, 0, 0), rewardSeed(42, 0)]).size).toBe(3);
  });
});
