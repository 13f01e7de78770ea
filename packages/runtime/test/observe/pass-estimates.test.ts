import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it, type TestContext } from 'vitest';
import { z } from 'zod';
import { estimatePasses } from '../../src/observe/pass-estimates.ts';

const isFull = process.env['SLIME_TEST_TIER'] === 'full';

/** Takes every k-subset of each prompt's episodes by itself, and tau-bench's quotient beside it. */
const JUDGE = `
import json, sys
from fractions import Fraction
from itertools import combinations
from math import comb
for line in sys.stdin:
    prompts, most = json.loads(line)
    rows = []
    for k in range(1, most + 1):
        able = [p for p in prompts if len(p) >= k]
        every, some, quotient = Fraction(0), Fraction(0), Fraction(0)
        for p in able:
            draws = list(combinations(p, k))
            every += Fraction(sum(all(d) for d in draws), len(draws))
            some += Fraction(sum(any(d) for d in draws), len(draws))
            quotient += Fraction(comb(sum(p), k), comb(len(p), k))
        assert every == quotient
        rows.append([k, float(every / len(able)) if able else None,
                     float(some / len(able)) if able else None, len(able)])
    print(json.dumps(rows))
`;

const judged = z.array(z.tuple([z.int(), z.number().nullable(), z.number().nullable(), z.int()]));

/** What the judge says of prompts, each the list of its scored episodes: passed or not. */
function judge(context: TestContext, cases: readonly Case[]): z.output<typeof judged>[] {
  const { status, stdout, stderr, error } = spawnSync(
    process.env['SLIME_PYTHON'] ?? 'python3',
    ['-c', JUDGE],
    { input: cases.map((one) => `${JSON.stringify(one)}\n`).join(''), encoding: 'utf8' },
  );
  if (status !== 0) {
    context.skip(`SLIME_PYTHON (default python3) did not run: ${error?.message ?? stderr}`);
  }
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => judged.parse(JSON.parse(line)));
}

type Case = readonly [prompts: readonly (readonly boolean[])[], most: number];

function estimate([prompts, most]: Case) {
  return estimatePasses(
    prompts.map((episodes) => ({
      scored: episodes.length,
      passed: episodes.filter((passed) => passed).length,
    })),
    most,
  );
}

describe('pass^k and pass@k', () => {
  it('are the shares of all draws of k episodes, as Python counts them', (context) => {
    const most = isFull ? 12 : 8;
    const cases = fc.sample(
      fc.tuple(
        fc.array(fc.array(fc.boolean(), { maxLength: most }), { maxLength: 6 }),
        fc.constant(most),
      ),
      { seed: 42, numRuns: isFull ? 400 : 100 },
    );
    for (const [at, rows] of judge(context, cases).entries()) {
      const own = estimate(cases[at] ?? [[], 0]);
      expect(own).toHaveLength(rows.length);
      for (const [index, [k, every, some, prompts]] of rows.entries()) {
        const one = own[index];
        expect([one?.k, one?.prompts, one?.pass_hat_k === null]).toEqual([
          k,
          prompts,
          every === null,
        ]);
        expect(one?.pass_hat_k ?? 0).toBeCloseTo(every ?? 0, 12);
        expect(one?.pass_at_k ?? 0).toBeCloseTo(some ?? 0, 12);
      }
    }
  });

  it('are exactly 1 where all passed, and exactly 0 where none did, for any k', () => {
    for (const n of [1, 7, 100, 1000]) {
      const all = estimatePasses([{ scored: n, passed: n }], n);
      const none = estimatePasses([{ scored: n, passed: 0 }], n);
      expect(new Set(all.flatMap((one) => [one.pass_hat_k, one.pass_at_k]))).toEqual(new Set([1]));
      expect(new Set(none.flatMap((one) => [one.pass_hat_k, one.pass_at_k]))).toEqual(new Set([0]));
    }
  });

  it('leave out a prompt that has fewer than k scored episodes, and say how many were left', () => {
    const trials = [
      { scored: 2, passed: 1 },
      { scored: 1, passed: 1 },
      { scored: 0, passed: 0 },
    ];
    expect(estimatePasses(trials, 3)).toEqual([
      { k: 1, pass_hat_k: 0.75, pass_at_k: 0.75, prompts: 2 },
      { k: 2, pass_hat_k: 0, pass_at_k: 1, prompts: 1 },
      { k: 3, pass_hat_k: null, pass_at_k: null, prompts: 0 },
    ]);
  });
});
