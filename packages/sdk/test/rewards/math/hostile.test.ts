import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { gradeAnswer } from '../../../src/rewards/index.ts';
import { Budget, MAX_WORK } from '../../../src/rewards/math/bounds.ts';
import { hostileShape } from './hostile-shapes.ts';
import { hostileAnswers, hostileResponses, namedHostile } from './hostile-inputs.ts';

/** Work that was done since, by all budgets together. */
function countWork(): () => number {
  const spend = vi.spyOn(Budget.prototype, 'spend');
  return () =>
    spend.mock.calls.reduce(
      (sum, [work], at) => (spend.mock.results[at]?.type === 'throw' ? sum : sum + work),
      0,
    );
}

/** What the labels of these tests take, which have budgets of their own. */
const WORK_OF_LABEL = 500;

afterEach(() => {
  vi.restoreAllMocks();
});

const isFull = process.env['SLIME_TEST_TIER'] === 'full';
const labels = [
  'x+1-y',
  '97.25',
  '\\sqrt{2}',
  '\\{1,2\\}',
  'yes',
  '5 cm',
  '(1,2)',
  'y=2x+1',
  'x<3',
];

describe('a hostile answer', () => {
  it.each(namedHostile)('%s is stopped before it is worked out', async (answer) => {
    const work = countWork();

    expect(await gradeAnswer(`\\boxed{${answer}}`, 'x+1')).toMatchObject({ reason: 'over_bound' });
    expect(work()).toBeLessThan(100);
  });

  it.each(Object.entries(hostileAnswers))(
    'of %s is wrong, within the bounds',
    async (_, answer) => {
      for (const label of ['x+1', '97', '\\sqrt{2}', '\\{1,2\\}', 'yes']) {
        const work = countWork();
        const verdict = await gradeAnswer(`\\boxed{${answer}}`, label);

        expect(verdict.correct).toBe(false);
        expect(work()).toBeLessThanOrEqual(MAX_WORK + WORK_OF_LABEL);
        vi.restoreAllMocks();
      }
    },
  );

  it('has one budget for all the ways to read it', async () => {
    // Capitals may stand for small letters, `m` for metres: three readings, each of half the work.
    const factors = Array.from({ length: 20 }, (_, at) => `(X+${at})`).join('');
    const work = countWork();
    await gradeAnswer(`\\boxed{${factors}+5 m}`, 'X+1 m');

    expect(work()).toBeGreaterThan(MAX_WORK / 2);
    expect(work()).toBeLessThanOrEqual(MAX_WORK + WORK_OF_LABEL);
  });

  it('of a generated shape is wrong, within the bounds', async () => {
    await fc.assert(
      fc.asyncProperty(hostileShape, fc.constantFrom(...labels), async (answer, label) => {
        const work = countWork();
        const verdict = await gradeAnswer(`\\boxed{${answer}}`, label);

        expect(verdict.correct).toBe(false);
        expect(work()).toBeLessThanOrEqual(MAX_WORK + WORK_OF_LABEL);
        vi.restoreAllMocks();
      }),
      { seed: 20_250, numRuns: isFull ? 5000 : 400 },
    );
  });

  it.each(Object.entries(hostileResponses))('in %s has no answer in it', async (_, response) => {
    expect(await gradeAnswer(response, '5')).toMatchObject({ correct: false, reason: 'no_answer' });
  });

  it('of any text at all gets a verdict', async () => {
    const pieces = fc.constantFrom(
      '\\frac',
      '\\sqrt',
      '{',
      '}',
      '(',
      ')',
      '[',
      ']',
      '\\{',
      '\\}',
      '^',
      '_',
      '!',
      '|',
      ',',
      '=',
      '<',
      ':',
      '\\pm',
      '\\cup',
      '%',
      '$',
      '\\text',
      '\\sin',
      'x',
      'pi',
      '2',
      '.5',
      '1e9',
      ' ',
      '\n',
      '+',
      '-',
      '*',
      '/',
      '\\\\',
      '&',
      '\\begin{matrix}',
      '\\end{matrix}',
      'or',
      'cm',
      '°',
      '∞',
      '\ud800',
      '\\infty',
      '\\log',
      '\\circ',
      '√',
      "'",
      '\\overline{3}',
      '~',
      '0',
    );
    const text = fc.oneof(
      fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 60 }),
    );

    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom('5', 'x+1', '(1,2)', '\\{1\\}', '30^\\circ'),
        async (answer, label) => {
          const { correct, reason } = await gradeAnswer(`\\boxed{${answer}}`, label);

          expect(correct).toBe(reason === 'equal');
        },
      ),
      { seed: 20_250, numRuns: 1500 },
    );
  });
});
