import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { runReward } from './run-reward.ts';

vi.setConfig({ testTimeout: 60_000 });

const FILE = fileURLToPath(new URL('./plugins/floors.ts', import.meta.url));

/** Outcome and reason of the probe with empty responses. */
async function probe(name: string): Promise<unknown> {
  const result = (await runReward(FILE, name, { only: ['rm/hack-empty'] })).get('rm/hack-empty');
  return result?.outcome;
}

describe('an empty response', () => {
  it.each([
    ['must not earn a part of the pay above the declared floor', 'tenth', 'fell_short'],
    ['may earn nothing', 'nothing', 'held'],
    ['may earn 0 where wrong answers are punished', 'neutral', 'held'],
    ['may earn what a wrong answer of that form earns', 'formatCredit', 'held'],
    ['must not earn what a right one earns, without a range', 'bareFull', 'fell_short'],
    ['may earn a part of it, without a range', 'bareTenth', 'held'],
    [
      'may earn anything from a reward that is meant to pay without the label',
      'style',
      'not_applicable',
    ],
    ['cannot be judged where nothing is known', 'unknown', 'not_applicable'],
  ])('%s', async (_law, name, expected) => {
    expect(await probe(name)).toBe(expected);
  });
});
