import fc from 'fast-check';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { requireKnown, standIn } from '../answer-key.ts';
import { STATELESS, needsDeterministic } from '../requires.ts';
import { type Row, rowOf } from '../rows.ts';
import { allPays, tryPays } from '../score.ts';
import type { RewardTarget } from '../target.ts';

/** What stands between a discarded answer and the final one. */
const SEPARATORS: readonly string[] = ['\nNo, wait.\n', ' no, ', '</think>', '###Response', '\n\n'];

interface Corrected {
  row: Row;
  separator: string;
}

export const lastAnswer = property<RewardTarget, Corrected>({
  id: 'rm/last-answer',
  title: 'of several answers the last one counts',
  why: 'Models correct themselves. A grader that takes the first answer trains on the one that was discarded, and mostly differs from how the model is evaluated.',
  fix: 'Take the last complete box or statement: text.lastIndexOf, matchAll(...).at(-1), split(marker).at(-1).',
  source: 'slime/rollout/rm_hub/deepscaler.py, gpqa.py:30-42',
  faults: ['A015', 'A072', 'B121'],
  requires: STATELESS,
  needs: needsDeterministic,
  share: 0.1,
  inputs: ({ world }) =>
    fc.record({ row: rowOf(world), separator: fc.constantFrom(...SEPARATORS) }),
  show: ({ row, separator }, target) => ({ label: standIn(target, row).label, separator }),
  async holds(target, { row: asked, separator }, trial: Trial) {
    const { row, right, wrong } = await requireKnown(target, trial, asked);
    const isDeclared = target.plugin.claims.examples !== null;
    // Of other forms it is a matter of taste which one counts.
    if (!right.includes('\\boxed') && !(isDeclared && /answer is/i.test(right))) return;
    const corrected = ['So', wrong, right].join(separator);
    const spoilt = ['So', right, wrong].join(separator);
    const pays = allPays(await tryPays(target, trial, row, [corrected, spoilt]));
    const [good = 0, bad = 0] = pays ?? [];
    if (good < bad) {
      trial.fail({
        expected: `${JSON.stringify(corrected)} earns no less than ${JSON.stringify(spoilt)}`,
        got: `${good} and ${bad}`,
      });
    }
  },
});
