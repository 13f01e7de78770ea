import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { anyBatch, type Batch, showBatch } from '../reward-case.ts';
import { needsDeterministic, READABLE } from '../requires.ts';
import { score, tryScore } from '../score.ts';
import type { RewardTarget } from '../target.ts';

export const deterministic = property<RewardTarget, Batch>({
  id: 'rm/deterministic',
  title: 'the same sample earns the same reward twice',
  why: 'A reward that changes from call to call is noise in every advantage, and a run cannot be graded again.',
  fix: 'Keep no state between calls, and draw from `view.seed` instead of Math.random. Declare `deterministic: false` for a judge that varies by nature.',
  source: 'faults catalogue, property 4 (a reward is pure)',
  faults: ['A069', 'B046'],
  requires: READABLE,
  needs: needsDeterministic,
  share: 0.4,
  inputs: (target) => anyBatch(target),
  show: showBatch,
  async holds(target, batch, trial: Trial) {
    const first = await score(target, trial, batch);
    const second = await tryScore(target, trial, batch, 'reward, again');
    if (!second.ok) {
      trial.fail({ expected: first, got: `it ${second.text}`, note: 'second call, same sample' });
    }
    trial.equal(second.value, first, 'second call, same sample');
  },
});
