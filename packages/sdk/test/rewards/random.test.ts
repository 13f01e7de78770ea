import { describe, expect, it } from 'vitest';
import { random } from '../../src/rewards/index.ts';

describe('random', () => {
  it('is 0 or 1 by the seed alone', () => {
    for (const seed of [0, 1, -1, 2 ** 31 - 1, 20_250]) {
      expect(random(seed)).toEqual(random(seed));
      expect(random(seed)).toMatchObject({ extracted: null, reason: 'random' });
    }
  });

  it('is as often 0 as 1 over seeds in a row, and pairs of them are independent', () => {
    const rewards = Array.from({ length: 4096 }, (_, seed) => random(seed).reward);
    const counts = [0, 0, 0, 0];
    for (const [at, reward] of rewards.entries()) {
      const pair = reward * 2 + (rewards[at + 1] ?? 0);
      counts[pair] = (counts[pair] ?? 0) + 1;
    }
    // Each of four pairs is one in four; five standard deviations are 139.
    for (const count of counts) expect(Math.abs(count - 1024)).toBeLessThan(139);
  });
});
