import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { knownBatches, learnKnownBatches } from '../known-batches.ts';
import { anyBatches, type Batch, showBatch } from '../reward-case.ts';
import { COMPARABLE, needsDeterministic } from '../requires.ts';
import { score } from '../score.ts';
import { findMemory } from './first-calls.ts';
import type { RewardTarget } from '../target.ts';

export const orderFree = property<RewardTarget, readonly Batch[]>({
  id: 'rm/order-free',
  title: 'what a sample earns does not depend on what was scored before it',
  why: 'Samples finish in an order that no seed fixes. A reward that carries something over from the last call pays one sample for the answer of another.',
  fix: 'Declare variables inside of the function, and key a cache by everything that the reward reads: the label too.',
  source: 'faults catalogue, property 4 (a reward is pure)',
  faults: ['A037'],
  requires: COMPARABLE,
  needs: needsDeterministic,
  share: 0.2,
  inputs: (target) => anyBatches(target, { min: 1, max: 4 }),
  show: (batches, target) => [...batches, ...knownBatches(target)].map(showBatch),
  async holds(target, drawn, trial: Trial) {
    const breach = await findMemory(target, trial);
    if (breach !== null) return trial.fail(breach);
    const batches = [...drawn, ...(await learnKnownBatches(target, trial))];
    const first: unknown[] = [];
    for (const batch of batches) first.push(await score(target, trial, batch));
    const backwards = [...batches.entries()].toReversed();
    for (const [at, batch] of backwards) {
      const again = await score(target, trial, batch, 'reward, in another order');
      trial.equal(again, first[at], `sample ${at}, scored in the opposite order`);
    }
  },
});
