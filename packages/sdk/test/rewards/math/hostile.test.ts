import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { gradeAnswer } from '../../../src/rewards/index.ts';
import { Budget, MAX_WORK } from '../../../src/rewards/math/bounds.ts';
import { hostileAnswers, hostileResponses, namedHostile } from './hostile-inputs.ts';

/** Work that was done, the largest of all budgets. */
function countWork(): () => number {
  const spend = vi.spyOn(Budget.prototype, 'spend');
  return () => {
    const spent = new Map<unknown, number>();
    for (const [at, [work]] of spend.mock.calls.entries()) {
      if (spend.mock.results[at]?.type === 'throw') continue;
      const budget = spend.mock.contexts[at];
      spent.set(budget, (spent.get(budget) ?? 0) + work);
    }
    return Math.max(0, ...spent.values());
  };
}

afterEach(() => {
  vi.restoreAllMocks();
});

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
        expect(work()).toBeLessThanOrEqual(MAX_WORK);
        vi.restoreAllMocks();
      }
    },
  );

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
