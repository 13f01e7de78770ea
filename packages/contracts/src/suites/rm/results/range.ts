import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { anyBatch, type Batch, showBatch } from '../reward-case.ts';
import { READABLE } from '../requires.ts';
import { scorePays } from '../score.ts';
import { isOutOfRange } from './own-fault.ts';
import type { RewardTarget } from '../target.ts';

export const range = property<RewardTarget, Batch>({
  id: 'rm/range',
  title: 'every reward lies in the declared range',
  why: 'The floor is what a response over a bound of the grader gets, and rewards of several graders are weighed by their ranges.',
  fix: 'Clamp the reward, or declare the `range` in defineReward that it really has.',
  source: 'slime-sdk defineReward (range)',
  faults: ['B120'],
  requires: READABLE,
  needs: ({ plugin }) =>
    plugin.declaration.range === undefined ? 'a declared `range` in defineReward' : null,
  inputs: (target) => anyBatch(target),
  show: showBatch,
  async holds(target, batch, trial: Trial) {
    const [low, high] = target.plugin.declaration.range ?? [-Infinity, Infinity];
    for (const pay of await scorePays(target, trial, batch)) {
      if (isOutOfRange(target, pay)) {
        trial.fail({ expected: `a reward from ${low} to ${high}`, got: pay });
      }
    }
  },
});
