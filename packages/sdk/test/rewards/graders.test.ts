import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/index.ts';
import { type Grader, graders, type Verdict } from '../../src/rewards/index.ts';
import { everyInstruction } from './ifbench/every-instruction.ts';
import { hostileTexts, pieces } from './hostile-texts.ts';
import { hostileAnswers, namedHostile } from './math/hostile-inputs.ts';

const isFull = process.env['SLIME_TEST_TIER'] === 'full';

/** The graders that are not one another. */
const distinct = ['math', 'dapo', 'deepscaler', 'f1', 'gpqa', 'ifbench'] as const;

/** Rows that a grader can grade. */
const rows: Record<(typeof distinct)[number], { label: JsonValue; metadata: JsonObject }[]> = {
  math: rowsOf('5', 'x+1'),
  dapo: rowsOf('5', '1/2'),
  deepscaler: rowsOf('5', '\\{1,2\\}'),
  f1: rowsOf('the answer is helium', ['a b', 'answer', '1']),
  gpqa: [
    { label: 'A', metadata: {} },
    { label: 'helium 5', metadata: {} },
    { label: 1, metadata: { choices: ['a a a a b', 'a a a a a a a b', 'helium-4', 'b'] } },
  ],
  ifbench: everyInstruction.map((metadata) => ({ label: null, metadata })),
};

function rowsOf(...labels: JsonValue[]): { label: JsonValue; metadata: JsonObject }[] {
  return labels.map((label) => ({ label, metadata: {} }));
}

async function verdictOf(grader: Grader, policyText: string, row: object): Promise<Verdict> {
  const { label = null, metadata = {} }: { label?: JsonValue; metadata?: JsonObject } = row;
  return grader.grade({ policyText, seed: 7 }, { label, metadata });
}

function expectInForm({ range: [low, high] }: Grader, verdict: Verdict): void {
  expect(Object.keys(verdict).toSorted()).toEqual(['extracted', 'reason', 'reward']);
  expect(verdict.reward).toBeGreaterThanOrEqual(low);
  expect(verdict.reward).toBeLessThanOrEqual(high);
  expect(verdict.reason).toMatch(/^[a-z_]+$/);
  expect(verdict.extracted?.length ?? 0).toBeLessThanOrEqual(2049);
  if (verdict.reason === 'over_bound') expect(verdict.reward).toBe(low);
}

describe.each(distinct)('%s', (name) => {
  const grader: Grader = graders[name];

  // A search that is not linear would not end within the time limit of the run.
  it.each(Object.keys(hostileTexts).map((kind, at): [string, number] => [kind, at]))(
    'gives its verdict on a megabyte of %s',
    async (kind, at) => {
      // Of many rows each text meets some in turn, all of them in the full tier.
      const many = rows[name].length > 8 && !isFull;
      const some = rows[name].filter((_, row) => !many || row % 8 === at % 8);
      const text = hostileTexts[kind] ?? '';
      const verdicts = await Promise.all(some.map((row) => verdictOf(grader, text, row)));
      for (const verdict of verdicts) expectInForm(grader, verdict);
      expect(verdicts.length).toBeGreaterThan(1);
    },
  );

  it('gives its verdict on answers that would be worked on for hours, and runs none', async () => {
    for (const answer of [...namedHostile, ...Object.values(hostileAnswers)]) {
      const text = `Answer: ${answer}\nThe answer is \\boxed{${answer}}`;
      for (const row of rows[name]) expectInForm(grader, await verdictOf(grader, text, row));
    }
    expect(globalThis).not.toHaveProperty('canary');
  });

  it('gives the same verdict in the same form on any text, and changes no row', async () => {
    const piece = fc.constantFrom(...pieces);
    const text = fc.oneof(
      fc.array(piece, { maxLength: 60 }).map((parts) => parts.join('')),
      fc
        .tuple(fc.array(piece, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 3000 }))
        .map(([parts, times]) => parts.join('').repeat(times)),
      fc.string({ unit: 'binary', maxLength: 60 }),
    );
    await fc.assert(
      fc.asyncProperty(text, async (response) => {
        for (const row of rows[name]) {
          const before = structuredClone(row);
          const verdict = await verdictOf(grader, response, row);
          expectInForm(grader, verdict);
          expect(await verdictOf(grader, response, row)).toEqual(verdict);
          expect(row).toEqual(before);
        }
      }),
      { seed: 20_250, numRuns: isFull ? 2000 : 150 },
    );
  });
});

describe('graders', () => {
  it('are in the form of all on an empty response, which none but random pays for', async () => {
    const named: [string, Grader][] = Object.entries(graders);
    for (const [name, grader] of named) {
      const label = name.endsWith('gpqa') ? 'A' : '5';
      const metadata = name.endsWith('ifbench') ? everyInstruction[0] : {};
      const verdict = await verdictOf(grader, '', { label, metadata });
      expectInForm(grader, verdict);
      if (grader.deterministic) expect([name, verdict.reward]).toEqual([name, grader.range[0]]);
    }
    expect(named.filter(([, { deterministic }]) => !deterministic).map(([name]) => name)).toEqual([
      'random',
      'boxed_random',
    ]);
  });

  it.each(['math', 'dapo', 'deepscaler', 'f1', 'gpqa'] as const)(
    'boxed_%s pays for the right box and not for the wrong one',
    async (name) => {
      const grader: Grader = graders[`boxed_${name}`];
      const [right, wrong] = name === 'gpqa' ? ['C', 'D'] : ['48', '47'];
      const graded = async (text: string): Promise<number> =>
        (await verdictOf(grader, text, { label: right })).reward;
      expect(await graded(`so it is \\boxed{${right}}`)).toBe(1);
      expect(await graded(`\\boxed{${wrong}}, no: \\boxed{${right}} then \\boxed{`)).toBe(1);
      expect(await graded(`so it is \\boxed{${wrong}}`)).toBe(grader.range[0]);
      expect(await graded(`so it is ${right}`)).toBe(grader.range[0]);
    },
  );
});

it.each(distinct)('%s refuses a response that is no text, in its own name', async (name) => {
  const [row] = rows[name];
  const grade = (): unknown =>
    // @ts-expect-error rows of another make may have none
    graders[name].grade({ policyText: null, seed: 0 }, row ?? { label: null, metadata: {} });
  await expect(async () => grade()).rejects.toThrow(
    new TypeError(
      `${name}: the response is null and no text; give the words of the policy, '' for none`,
    ),
  );
});
