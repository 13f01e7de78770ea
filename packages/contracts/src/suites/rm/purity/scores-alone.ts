import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { learnKnownBatches } from '../known-batches.ts';
import { anyBatch, type Batch, showBatch } from '../reward-case.ts';
import { COMPARABLE, needsDeterministic, needsGroup } from '../requires.ts';
import { isSamePay, scorePays } from '../score.ts';
import type { RewardTarget } from '../target.ts';

export const scoresAlone = property<RewardTarget, Batch>({
  id: 'rm/scores-alone',
  title: 'a group reward that declares it scores each sample as if it were alone',
  why: 'With `scores-alone` a group may be cut and its members scored apart. A reward that looks at siblings all the same then pays by how the group was cut.',
  fix: 'Take `scores-alone` out of `laws`, or leave siblings out of the reward.',
  source: 'slime-sdk defineReward (laws)',
  faults: [],
  requires: COMPARABLE,
  needs: (target) =>
    needsGroup(target) ??
    needsDeterministic(target) ??
    (target.plugin.claims.laws.includes('scores-alone') ? null : 'the declared law `scores-alone`'),
  share: 0.3,
  inputs: (target) => anyBatch(target, { size: { min: 2, max: 5 } }),
  show: showBatch,
  async holds(target, drawn, trial: Trial) {
    for (const group of [...(await learnKnownBatches(target, trial)), drawn]) {
      await compareAlone(target, trial, group);
    }
  },
});

async function compareAlone(target: RewardTarget, trial: Trial, group: Batch): Promise<void> {
  const together = await scorePays(target, trial, group);
  const alone: number[] = [];
  for (const one of group) alone.push(...(await scorePays(target, trial, [one], 'reward, alone')));
  for (const [at, pay] of together.entries()) {
    if (!isSamePay(pay, alone[at] ?? Number.NaN)) {
      trial.fail({ expected: alone, got: together, note: `member ${at} of ${group.length}` });
    }
  }
}
