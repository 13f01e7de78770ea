import { describe, expect, it } from 'vitest';
import { pauseMs, readTry } from '../../src/llm/try-outcome.ts';

/** The fault of a reply that says when to come back. */
function faultOf(retryAfter: string) {
  const outcome = readTry({ status: 429, headers: { 'retry-after': retryAfter }, text: '' });
  if (!('fault' in outcome)) throw new Error('no fault');
  return outcome.fault;
}

describe('the pause before a retry', () => {
  it.each([
    ['0', 0],
    ['2', 2000],
    ['0.5', 500],
    ['3600', 30_000],
    ['-5', 0],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['Fri, 31 Dec 2999 23:59:59 GMT', 30_000],
  ])('is what the server asks for with Retry-After %j, within bounds: %i ms', (value, ms) => {
    expect(pauseMs(faultOf(value), 1)).toBe(ms);
  });

  it('is our own where the server asks for nothing that can be read, and grows to a bound', () => {
    for (const [tries, full] of [
      [1, 250],
      [2, 500],
      [3, 1000],
      [20, 8000],
    ] as const) {
      const ms = pauseMs(faultOf('soon'), tries);
      expect(ms).toBeGreaterThanOrEqual(0.8 * full);
      expect(ms).toBeLessThanOrEqual(1.2 * full);
    }
  });
});
