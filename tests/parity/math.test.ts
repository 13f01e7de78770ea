import { extractAnswer, gradeAnswer } from 'slime-sdk/rewards';
import { describe, expect, it } from 'vitest';
import { exactValue, type ExactValue, isSame, overHundred } from './math-arithmetic.ts';
import { type DisagreementClass, disagreements } from './math-disagreements.ts';
import { readGeometryAnswers, readRows, type Row } from './math-rows.ts';

type Outcome = 'accepts' | 'rejects' | 'data_error';

async function outcomeOf({ response, label }: Pick<Row, 'response' | 'label'>): Promise<Outcome> {
  try {
    return (await gradeAnswer(response, label)).correct ? 'accepts' : 'rejects';
  } catch (error) {
    expect(error).toMatchObject({ name: 'DataError', code: 'SLIME_DATA' });
    return 'data_error';
  }
}

const isDisagreement = ({ recorded }: Row, outcome: Outcome): boolean =>
  outcome !== (recorded ? 'accepts' : 'rejects');

/** What the recorded verdict does wrongly when the outcome is right. */
function recordedFault({ recorded }: Row, outcome: Outcome): DisagreementClass['wrongly'][number] {
  if (outcome === 'data_error') return 'judges';
  return recorded ? 'accepts' : 'rejects';
}

/** The number that a text states by itself, with a name or a percent sign; null for others. */
function numberIn(text: string): ExactValue | null {
  const bare = text
    .trim()
    .replace(/^\\text\{(.*)\}$/, '$1')
    .replace(/^[A-Za-z\\ ]+=/, '')
    .replace(/\.$/, '');
  const percent = /^(.*?)(?:\\?%|\\text\{%\}|percent)$/.exec(bare)?.[1];
  return percent === undefined ? exactValue(bare) : overHundred(exactValue(percent));
}

const isBlank = (label: Row['label']): boolean =>
  typeof label === 'string' && ['', '\\boxed{}'].includes(label.trim());

interface Judged {
  row: Row;
  outcome: Outcome;
}

async function judge(rows: readonly Row[]): Promise<Judged[]> {
  return Promise.all(rows.map(async (row) => ({ row, outcome: await outcomeOf(row) })));
}

function explains(one: DisagreementClass, { row, outcome }: Judged): boolean {
  return one.wrongly.includes(recordedFault(row, outcome)) && one.applies(row);
}

describe('the recorded verdicts of grade_answer_verl', () => {
  it('are shared, but for rows of the declared classes', async (context) => {
    const judged = await judge(readRows(context));
    const unexplained = judged
      .filter(({ row, outcome }) => isDisagreement(row, outcome))
      .filter((one) => !disagreements.some((declared) => explains(declared, one)))
      .map(({ row, outcome }) => ({ ...row, outcome }));

    expect(judged).toHaveLength(494);
    expect(unexplained).toEqual([]);
  });

  it('need every declared class: each alone explains some row', async (context) => {
    const judged = await judge(readRows(context));
    const differing = judged.filter(({ row, outcome }) => isDisagreement(row, outcome));
    const stale = disagreements.filter((declared) =>
      differing.every(
        (one) =>
          !explains(declared, one) ||
          disagreements.some((other) => other !== declared && explains(other, one)),
      ),
    );

    expect(stale.map(({ name }) => name)).toEqual([]);
  });

  it('are wrong on numbers by an arithmetic that is not the grader’s', async (context) => {
    const judged = await judge(readRows(context));
    const numbers = judged.flatMap(({ row, outcome }) => {
      const texts = [extractAnswer(row.response) ?? '', String(row.label)];
      // Two names may name two things.
      if (texts.every((text) => text.includes('='))) return [];
      const [answer, label] = texts.map(numberIn);
      if (answer === undefined || label === undefined || answer === null || label === null)
        return [];
      return [{ row, outcome, expected: isSame(answer, label) ? 'accepts' : 'rejects' }];
    });
    const wrong = numbers.filter(({ outcome, expected }) => outcome !== expected);

    expect(wrong).toEqual([]);
    expect(
      numbers.filter(({ row, outcome }) => isDisagreement(row, outcome)).length,
    ).toBeGreaterThan(40);
  });

  it.for(disagreements.filter(({ witnesses }) => witnesses.length > 0))(
    'contradict whole numbers: $name',
    async (declared, context) => {
      const rows = readRows(context);
      for (const { answer, label, recorded, worth } of declared.witnesses) {
        const row = rows.find(
          (one) =>
            extractAnswer(one.response)?.trim() === answer &&
            one.label === label &&
            one.recorded === recorded,
        );
        if (row === undefined) throw new Error(`no row holds ${answer} against ${String(label)}`);
        const truth = worth[0].join() === worth[1].join() ? 'accepts' : 'rejects';

        expect({ answer, label, applies: declared.applies(row) }).toEqual({
          answer,
          label,
          applies: true,
        });
        expect(isDisagreement(row, truth)).toBe(true);
        expect(await outcomeOf(row)).toBe(truth);
      }
    },
  );

  it('contradict each other on a blank label, which has no value to compare', (context) => {
    const verdicts = readRows(context)
      .filter(({ response, label }) => response.includes('\\boxed{}') && isBlank(label))
      .map(({ recorded }) => recorded);

    expect(new Set(verdicts)).toEqual(new Set([true, false]));
  });
});

describe('the class of quantities with a unit', () => {
  it.each([
    'wrong',
    'is wrong',
    'squared',
    'hundred',
    'halves',
    'i',
    'x',
    'x^2',
    'k',
    'not certain',
  ])('excuses no number with %j behind it', (words) => {
    const excusing = disagreements.filter(({ applies }) =>
      applies({ response: `\\boxed{42 ${words}}`, label: '42' }),
    );

    expect(excusing).toEqual([]);
  });
});

describe('the answers of Geometry3K', () => {
  it('equal themselves in any spacing and nothing next to them', async (context) => {
    for (const answer of new Set(readGeometryAnswers(context))) {
      const tight = answer.replaceAll(/(?<![a-z]) | (?![a-z])/g, '');

      expect(await gradeAnswer(`\\boxed{${tight}}`, answer)).toMatchObject({ correct: true });
      expect(await gradeAnswer(`\\boxed{${answer} + 1}`, answer)).toMatchObject({ correct: false });
    }
  });
});
