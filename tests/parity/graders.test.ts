import { type Grader, graders } from 'slime-sdk/rewards';
import { describe, expect, it } from 'vitest';
import { isRightNumber } from './dapo-deviations.ts';
import { disagrees, explains, type Judged, type Outcome } from './deviation.ts';
import { deviations, unrecorded } from './deviations.ts';
import {
  type Recorded,
  type RecordedGrader,
  recordedGraders,
  type RecordedInput,
  readRecorded,
} from './recorded-rows.ts';

const rowCounts: Record<RecordedGrader, number> = {
  math: 494,
  deepscaler: 514,
  dapo: 365,
  f1: 136,
  gpqa: 282,
  ifbench: 607,
};

async function outcomeOf(grader: RecordedGrader, input: RecordedInput): Promise<Outcome> {
  const { response, label, metadata, strict } = input;
  try {
    const own: Grader = graders[strict && grader === 'dapo' ? 'boxed_dapo' : grader];
    return (await own.grade({ policyText: response, seed: 0 }, { label, metadata })).reward;
  } catch (error) {
    expect(error).toMatchObject({ name: 'DataError', code: 'SLIME_DATA' });
    return 'data_error';
  }
}

function judge(grader: RecordedGrader, rows: readonly Recorded[]): Promise<Judged[]> {
  return Promise.all(rows.map(async (row) => ({ row, outcome: await outcomeOf(grader, row) })));
}

describe.each(recordedGraders)('the recorded verdicts of %s', (grader) => {
  const table = deviations[grader];

  it('are shared, but for rows of the declared classes', async (context) => {
    const judged = await judge(grader, readRecorded(context, grader));
    const unexplained = judged
      .filter(disagrees)
      .filter((one) => !table.some((deviation) => explains(deviation, one)));

    expect(judged).toHaveLength(rowCounts[grader]);
    expect(unexplained).toEqual([]);
  });

  it('are matched by each class as often as it says', async (context) => {
    const judged = await judge(grader, readRecorded(context, grader));
    const counted = table.map(({ name, applies }) => {
      const matching = judged.filter(({ row }) => applies(row));
      return { name, matches: matching.length, disagree: matching.filter(disagrees).length };
    });

    expect(counted).toEqual(
      table.map(({ name, matches, disagree }) => ({ name, matches, disagree })),
    );
  });

  it('need every class: each alone explains some row', async (context) => {
    const differing = (await judge(grader, readRecorded(context, grader))).filter(disagrees);
    const stale = table.filter((deviation) =>
      differing.every(
        (one) =>
          !explains(deviation, one) ||
          table.some((other) => other !== deviation && explains(other, one)),
      ),
    );

    expect(stale.map(({ name }) => name)).toEqual([]);
  });

  it('show no class of those that no record shows', async (context) => {
    const differing = (await judge(grader, readRecorded(context, grader))).filter(disagrees);
    const shown = unrecorded[grader].filter((one) =>
      differing.some((judged) => explains(one, judged)),
    );

    expect(shown.map(({ name }) => name)).toEqual([]);
  });

  it.each(unrecorded[grader])('hold of rows written by hand: $name', ({ applies, labelled }) => {
    const rows = labelled.map((row): RecordedInput => ({ metadata: {}, strict: false, ...row }));
    expect(rows.some(applies)).toBe(true);
  });

  it.each([...table, ...unrecorded[grader]])(
    'are wrong where a hand wrote the verdict: $name',
    async ({ labelled }) => {
      expect(labelled.length).toBeGreaterThan(0);
      for (const { right, ...row } of labelled) {
        const outcome = await outcomeOf(grader, { metadata: {}, strict: false, ...row });
        expect({ ...row, outcome }).toEqual({ ...row, outcome: right });
      }
    },
  );
});

describe('the recorded verdicts of dapo', () => {
  it('are wrong on numbers by an arithmetic that is not the grader’s', async (context) => {
    const judged = await judge('dapo', readRecorded(context, 'dapo'));
    const numbers = judged.flatMap((one) => {
      const isRight = isRightNumber(one.row);
      return isRight === null ? [] : [{ ...one, expected: isRight ? 1 : -1 }];
    });

    expect(numbers.filter(({ outcome, expected }) => outcome !== expected)).toEqual([]);
    expect(numbers.filter(disagrees).length).toBeGreaterThan(50);
  });
});
