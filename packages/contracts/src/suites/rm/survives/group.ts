import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { anyBatch, type Batch, showBatch } from '../reward-case.ts';
import { needsGroup, READABLE } from '../requires.ts';
import { faultOf } from '../results/finite.ts';
import { resultsOf, tryScore } from '../score.ts';
import type { RewardTarget } from '../target.ts';
import { ordinaryFails, rowOfBatch } from './ordinary-fails.ts';

export const groupSurvives = property<RewardTarget, Batch>({
  id: 'rm/group-survives',
  title: 'groups with failed members, fanned-out ones and of one member get their rewards',
  why: 'Every sibling is handed over. What is returned for a failed one is not trained on, but a null for it breaks the list, and a mean over nothing is NaN.',
  fix: 'Leave failed and aborted members out of means and ranks, return 0 for them, and give a group of one a reward of its own.',
  source: 'slime/rollout/sglang_rollout.py:327-334, slime/ray/rollout.py:618',
  faults: ['A001', 'A038', 'B048', 'B050', 'B053'],
  requires: READABLE,
  needs: needsGroup,
  share: 0.5,
  inputs: (target) => anyBatch(target, { failed: true, fanOut: true, size: { min: 1, max: 4 } }),
  show: showBatch,
  async holds(target, batch, trial: Trial) {
    const expected = `${batch.length} finite rewards`;
    const attempt = await tryScore(target, trial, batch);
    if (!attempt.ok) {
      const row = rowOfBatch(batch);
      trial.require(row !== null && !(await ordinaryFails(target, trial, row)));
      return trial.fail({ expected, got: `it ${attempt.text}` });
    }
    const results = resultsOf(target, attempt.value);
    if (results?.length !== batch.length) {
      return trial.fail({ expected, got: `${results?.length ?? 'no list of'} rewards` });
    }
    for (const [at, result] of results.entries()) {
      const fault = faultOf(result, [at]);
      const { status } = batch[at]?.sample ?? {};
      if (fault !== null) trial.fail({ expected, got: fault, note: `member ${at} is ${status}` });
    }
  },
});
