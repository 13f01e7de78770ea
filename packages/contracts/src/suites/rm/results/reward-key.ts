import fc from 'fast-check';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { knownBatches, learnKnownBatches } from '../known-batches.ts';
import { anyBatch, type Batch, showBatch } from '../reward-case.ts';
import { resultsOf, score } from '../score.ts';
import type { RewardTarget } from '../target.ts';

export const rewardKey = property<RewardTarget, readonly [Batch, Batch]>({
  id: 'rm/reward-key',
  title: 'rewards are numbers, or with --reward-key objects that all have the same keys',
  why: 'slime trains on reward[reward_key]. An object without a key ends in an error far from the grader, a number with a key too, and keys that come and go are lost by the order of the samples.',
  fix: 'Return a number, or name the key to train on with --reward-key and return the same keys for every sample, 0 where a part does not apply.',
  source: 'slime/utils/types.py:246-247 (get_reward_value)',
  faults: ['A002', 'A037', 'B071', 'B120'],
  requires: ['rm/settles', 'rm/count', 'rm/finite'],
  share: 0.3,
  inputs: (target) => fc.tuple(anyBatch(target), anyBatch(target)),
  show: (drawn, target) => [...drawn, ...knownBatches(target)].map(showBatch),
  async holds(target, drawn, trial: Trial) {
    const batches = [...drawn, ...(await learnKnownBatches(target, trial))];
    const results: unknown[] = [];
    for (const batch of batches) {
      results.push(...(resultsOf(target, await score(target, trial, batch)) ?? []));
    }
    const { reward_key: key } = target.world.args;
    for (const result of results) compareWithKey(trial, result, key);
    const [first, ...rest] = results.map((result) => Object.keys(Object(result)).toSorted());
    for (const keys of rest) {
      if (keys.join() !== first?.join()) {
        trial.fail({
          expected: `the same keys for every sample: ${first?.join(', ')}`,
          got: keys.join(', '),
        });
      }
    }
  },
});

function compareWithKey(trial: Trial, result: unknown, key: string | null): void {
  const keys = typeof result === 'object' ? Object.keys(Object(result)) : null;
  if (key === null && keys !== null) {
    trial.fail({
      expected: 'a number, since no --reward-key is named',
      got: `an object of ${keys.join(', ')}`,
      note: `add --reward-key ${keys[0] ?? 'NAME'} where objects are meant`,
    });
  }
  if (key === null || keys?.includes(key) === true) return;
  trial.fail({
    expected: `an object with the key "${key}" of --reward-key`,
    got: keys === null ? result : `an object of ${keys.join(', ')}`,
  });
}
