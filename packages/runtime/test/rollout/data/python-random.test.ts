import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pythonShuffledRange } from '../../../src/rollout/data/python-random.ts';

// What CPython 3.11 gives for: random.seed(seed); order = list(range(n)); random.shuffle(order)
const recorded: readonly (readonly [seed: number, order: readonly number[]])[] = [
  [42, [7, 3, 2, 8, 5, 6, 9, 4, 0, 1]],
  [43, [8, 1, 5, 6, 9, 7, 3, 2, 4, 0]],
  [0, [4, 2, 1, 0, 5, 3, 6]],
  [1, [0]],
  [1, []],
  [-42, [3, 1, 2, 4, 0]],
  [2 ** 32, [4, 8, 6, 2, 7, 0, 3, 5, 1]],
  [2 ** 53 - 1, [7, 4, 11, 10, 5, 6, 0, 2, 9, 3, 8, 1]],
];

const program = `
import json, random, sys
for seed, length in json.load(sys.stdin):
    random.seed(seed)
    order = list(range(length))
    random.shuffle(order)
    print(json.dumps(order))
`;

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe('pythonShuffledRange', () => {
  it.each(recorded)('gives the order that CPython recorded for seed %i', (seed, order) => {
    expect([...pythonShuffledRange(seed, order.length)]).toEqual(order);
  });

  it('agrees with CPython over many refills of the generator', () => {
    const order = pythonShuffledRange(7, 100_000).join(',');
    expect(createHash('sha256').update(order).digest('hex')).toBe(
      'a4c29efefe88a234a879ccce2e7c82d880fe4bf46d6b7e5dce57d342c9a30e1b',
    );
  });

  it('gives each row exactly once', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.nat(500), (seed, length) => {
        const order = [...pythonShuffledRange(seed, length)].sort((a, b) => a - b);
        expect(order).toEqual(Array.from({ length }, (_, at) => at));
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  it('agrees with the python3 of this machine on any seed and length', (context) => {
    if (!hasPython) context.skip('no python3 to shuffle beside us');
    const cases = fc.sample(fc.tuple(fc.maxSafeInteger(), fc.nat(700)), { seed: 2, numRuns: 200 });
    const lines = execFileSync('python3', ['-c', program], {
      input: JSON.stringify(cases),
      encoding: 'utf8',
    });
    expect(cases.map(([seed, length]) => [...pythonShuffledRange(seed, length)])).toEqual(
      lines
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    );
  });
});
