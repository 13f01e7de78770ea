import { readRewardValue, ResultFault } from 'slime-runtime/hosting';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { anyBatch, type Batch, showBatch } from '../reward-case.ts';
import { resultsOf, score } from '../score.ts';
import type { RewardTarget } from '../target.ts';

export const finite = property<RewardTarget, Batch>({
  id: 'rm/finite',
  title: 'every reward is a finite number, or an object of finite numbers',
  why: 'One NaN or null makes the advantages of its whole group NaN, and training goes on without learning. Booleans and strings pass slime until they meet a tensor.',
  fix: 'Return a number that a 32-bit float can hold. Write `correct ? 1 : 0` for a boolean, and guard divisions and logarithms.',
  source: 'slime/ray/rollout.py:618 (rewards become a float tensor)',
  faults: ['A016', 'B076', 'A001', 'B057'],
  requires: ['rm/settles', 'rm/count'],
  inputs: (target) => anyBatch(target),
  show: showBatch,
  async holds(target, batch, trial: Trial) {
    const results = resultsOf(target, await score(target, trial, batch));
    trial.require(results !== null);
    for (const [at, result] of results.entries()) {
      const fault = faultOf(result, target.plugin.mode === 'group' ? [at] : []);
      if (fault !== null) {
        trial.fail({ expected: 'a finite number, or an object of finite numbers', got: fault });
      }
    }
  },
});

/** What the runtime has against a reward; null when nothing. */
export function faultOf(result: unknown, path: readonly PropertyKey[]): string | null {
  try {
    readRewardValue(result, path);
    return null;
  } catch (error) {
    if (error instanceof ResultFault) return error.message;
    throw error;
  }
}
