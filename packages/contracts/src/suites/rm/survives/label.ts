import fc from 'fast-check';
import type { JsonValue } from 'slime-sdk';
import { jsonValue } from '../../../arbitraries/json-value.ts';
import { labelOf } from '../../../arbitraries/label.ts';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { responseDraft, writeTurns } from '../response-draft.ts';
import { caseOf } from '../reward-case.ts';
import { type Row, rowOf } from '../rows.ts';
import { isRefusal, tryScore } from '../score.ts';
import type { RewardTarget } from '../target.ts';

interface Labelled {
  row: Row;
  response: string;
}

const ORDINARY: readonly JsonValue[] = ['42', 'A', 'yes'];

export const survivesAnyLabel = property<RewardTarget, Labelled>({
  id: 'rm/survives-any-label',
  title: 'any label is scored, or refused by a DataError',
  why: 'Data sets hold numbers, lists and nulls where a grader expects a string. A TypeError in the middle of a run says neither which row is wrong nor that a row is.',
  fix: 'Turn the label into what you compare with (String(sample.label)), and throw DataError of slime-sdk, which names the row, where none can be made of it.',
  source: 'slime/rollout/rm_hub/f1.py:31, deepscaler.py:5-10',
  faults: ['B124', 'B112', 'B118', 'B125'],
  requires: ['rm/settles'],
  share: 0.4,
  inputs: ({ world }) =>
    fc
      .tuple(rowOf(world), anyLabel(world.rows.length > 0), responseDraft(world, { longest: 100 }))
      .map(([row, label, draft]): Labelled => {
        const asked = label === undefined ? row : { ...row, label };
        return { row: asked, response: writeTurns(draft, asked).join('\n') };
      }),
  show: ({ row, response }) => ({ label: row.label, response, prompt: row.prompt }),
  async holds(target, { row, response }, trial: Trial) {
    const attempt = await tryScore(target, trial, [caseOf(row, [response])]);
    if (attempt.ok || isRefusal(attempt.thrown)) return;
    // With a label that it can read the same response must not throw, else the response is at fault.
    for (const label of ORDINARY) {
      const ordinary = await tryScore(target, trial, [caseOf({ ...row, label }, [response])]);
      if (ordinary.ok || target.world.rows.length > 0) {
        trial.fail({
          expected: 'a reward, or a DataError for a label that cannot be used',
          got: `it ${attempt.text}`,
          note:
            target.world.rows.length > 0
              ? 'the label is of your own rows; no others are tried'
              : 'labels are made up; with --prompt-data and --label-key only those of your rows are tried',
        });
      }
    }
    trial.require(false);
  },
});

/** With rows only their own labels count; undefined stands for those. */
function anyLabel(hasRows: boolean): fc.Arbitrary<JsonValue | undefined> {
  if (hasRows) return fc.constant(undefined);
  return fc.oneof(
    { weight: 3, arbitrary: labelOf([]) },
    { weight: 1, arbitrary: jsonValue({ depth: 1 }) },
  );
}
