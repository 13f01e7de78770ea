import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { knownBatches, learnKnownBatches } from '../known-batches.ts';
import { anyBatches, type Batch, showBatch } from '../reward-case.ts';
import { COMPARABLE, needsDeterministic } from '../requires.ts';
import { score, tryScore } from '../score.ts';
import type { RewardTarget } from '../target.ts';

export const concurrent = property<RewardTarget, readonly Batch[]>({
  id: 'rm/concurrent',
  title: 'samples that are scored at once earn what they earn one by one',
  why: 'Hundreds of samples are scored at once. Where results come back by the order of completion, or calls share a variable across an await, a sample is trained on the reward of another.',
  fix: 'Keep what belongs to a call in its own variables, and give each request of a queue its own promise.',
  source: 'slime/rollout/rm_hub/__init__.py (batched_async_rm)',
  faults: ['A065', 'A064'],
  requires: COMPARABLE,
  needs: needsDeterministic,
  share: 0.1,
  inputs: (target) => anyBatches(target, { min: 1, max: 5 }),
  show: (batches, target) => [...batches, ...knownBatches(target)].map(showBatch),
  async holds(target, drawn, trial: Trial) {
    const batches = [...drawn, ...(await learnKnownBatches(target, trial))];
    const alone: unknown[] = [];
    for (const batch of batches) alone.push(await score(target, trial, batch));
    const together = await Promise.all(
      batches.map((batch) => tryScore(target, trial, batch, 'reward, at once with others')),
    );
    for (const [at, attempt] of together.entries()) {
      const what = `sample ${at} of ${batches.length} at once`;
      if (!attempt.ok) {
        trial.fail({ expected: alone[at], got: `it ${attempt.text}`, note: what });
      }
      trial.equal(attempt.value, alone[at], what);
    }
  },
});
