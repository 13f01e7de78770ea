import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pauseMs } from '../../../src/engine/client/pause.ts';

const later = { retry: 'later', retryAfterMs: undefined } as const;

it('a pause is four times the one before, up to five seconds, give or take a fifth', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), (tries) => {
      const expected = Math.min(100 * 4 ** (tries - 1), 5000);
      const ms = pauseMs(0.1, later, tries);
      expect(ms).toBeGreaterThanOrEqual(expected * 0.8);
      expect(ms).toBeLessThanOrEqual(expected * 1.2);
    }),
    { seed: 1, numRuns: 100 },
  );
});

it('pauses of many calls differ', () => {
  const pauses = Array.from({ length: 50 }, () => pauseMs(0.1, later, 1));
  expect(new Set(pauses).size).toBeGreaterThan(40);
});

it('a server may ask for another pause', () => {
  expect(pauseMs(0.1, { retry: 'later', retryAfterMs: 7000 }, 1)).toBe(7000);
  expect(pauseMs(0.1, { retry: 'later', retryAfterMs: 0 }, 3)).toBe(0);
});

it('a broken reply needs no pause', () => {
  expect(pauseMs(0.1, { retry: 'now', retryAfterMs: undefined }, 3)).toBe(0);
});
