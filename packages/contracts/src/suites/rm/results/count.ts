import fc from 'fast-check';
import { describeValue } from 'slime-runtime/hosting';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { anyBatch, type Batch, showBatch } from '../reward-case.ts';
import { needsGroup } from '../requires.ts';
import { score } from '../score.ts';
import type { RewardTarget } from '../target.ts';

export const count = property<RewardTarget, Batch>({
  id: 'rm/count',
  title: 'a group reward gives a plain array with one reward a sample',
  why: 'slime zips rewards and samples without comparing their lengths: a short list leaves samples without a reward, a long one is cut, and of an object or a string the keys become rewards.',
  fix: 'Return samples.map(...): an array as long as the group, duplicates and empty responses included.',
  source: 'slime/rollout/sglang_rollout.py:332-334',
  faults: ['A007', 'B049', 'B051'],
  requires: ['rm/settles'],
  needs: needsGroup,
  share: 0.5,
  inputs: (target) =>
    // Equal members are what a reward that counts by text gets wrong.
    fc
      .tuple(anyBatch(target), fc.nat(2))
      .map(([batch, copies]) => [
        ...batch,
        ...batch.slice(0, 1).flatMap((one) => Array.from({ length: copies }, () => one)),
      ]),
  show: showBatch,
  async holds(target, batch, trial: Trial) {
    const raw = await score(target, trial, batch);
    const expected = `an array of ${batch.length} rewards, one for each sample`;
    if (!Array.isArray(raw)) return trial.fail({ expected, got: describeValue(raw) });
    if (raw.length !== batch.length) trial.fail({ expected, got: `an array of ${raw.length}` });
  },
});
