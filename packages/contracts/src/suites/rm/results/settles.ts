import { createSample } from 'slime-sdk';
import { examination } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { exampleTexts } from '../example-texts.ts';
import { caseOf } from '../reward-case.ts';
import { answerOf, type Row, spreadRows } from '../rows.ts';
import { tryScore } from '../score.ts';
import type { RewardTarget } from '../target.ts';

const MOST_ROWS = 12;

export const settles = examination<RewardTarget>({
  id: 'rm/settles',
  title: 'an ordinary sample is scored, in time and without a throw',
  why: 'A reward that throws fails the sample, and one that never settles holds its group until the deadline. slime itself logs the exception and waits for ever.',
  fix: 'Give a number for every sample of your rows, and put a time limit on each wait of your own. Where the reward needs labels or metadata of your own, name your rows with --prompt-data.',
  source: 'slime/rollout/rm_hub/__init__.py (async_rm), slime/rollout/sglang_rollout.py:327',
  faults: ['A089', 'A012', 'B055'],
  requires: [],
  async examine(target, trial: Trial) {
    let first: { row: Row; text: string; response: string } | null = null;
    for (const row of spreadRows(target.world, MOST_ROWS)) {
      const response = ordinaryResponse(target, row);
      const attempt = await tryScore(target, trial, [caseOf(row, [response])]);
      if (attempt.ok) return;
      first ??= { row, response, text: attempt.text };
    }
    if (first !== null) failAll(target, trial, first);
  },
});

/** A response that a model would give. */
function ordinaryResponse(target: RewardTarget, row: Row): string {
  const [declared] = exampleTexts(target, 'right', createSample(row));
  return declared ?? `The answer is \\boxed{${answerOf(row.label) ?? '1'}}.`;
}

function failAll(
  { world }: RewardTarget,
  trial: Trial,
  { row, text, response }: { row: Row; text: string; response: string },
): never {
  const label = `label ${JSON.stringify(row.label)}, response ${JSON.stringify(response)}`;
  const advice =
    world.rows.length === 0
      ? '; labels are made up, since no rows are named with --prompt-data and --label-key'
      : '; so do all rows that were tried';
  return trial.fail({
    expected: 'a reward for an ordinary sample',
    got: `it ${text}`,
    note: label + advice,
  });
}
