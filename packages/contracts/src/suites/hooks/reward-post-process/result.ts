import type { Trial } from '../../../trial.ts';
import { batchProperty } from '../batch-property.ts';
import { normalise } from './normalise.ts';

const SOURCE = 'slime/ray/rollout.py: _post_process_rewards';

/** The base of the suite. */
export const result = batchProperty({
  id: 'reward-post-process/result',
  title: 'a batch gives [rawRewards, rewards], one number a sample each, at once',
  why: 'slime asserts the lengths and makes tensors of both: a record, a string or a nested array ends the run far from here, and a boolean passes as 1.',
  fix: 'Return two arrays of numbers as long as samples, from a function that is not async; read records by args.reward_key.',
  source: SOURCE,
  faults: ['B076', 'A002'],
  requires: [],
  batch: { size: { min: 2, max: 4 } },
  async holds(target, make, trial) {
    const { args, groups } = make();
    await normalise(target, { args, samples: groups.flat(2) }, trial);
  },
});

/** Where standard deviations are 0 or of one value. */
export const finite = batchProperty({
  id: 'reward-post-process/finite',
  title: 'groups of one, constant groups and groups of several sizes give finite rewards',
  why: 'The standard deviation of one reward is NaN, that of equal ones is 0: a division by it makes every gradient NaN, and the run goes on and learns nothing.',
  fix: 'Take the standard deviation of a group of one for 0, and divide by (std + 1e-6).',
  source: SOURCE,
  faults: ['A038', 'B075', 'A016'],
  requires: ['reward-post-process/result'],
  batch: { ragged: true },
  async holds(target, make, trial) {
    const { args, groups } = make();
    const rewards = await normalise(target, { args, samples: groups.flat(2) }, trial);
    assertFinite(rewards, trial);
  },
});

/** The shapes that slime hands it besides. */
export const survives = batchProperty({
  id: 'reward-post-process/survives',
  title: 'members without a reward and fanned-out rollouts give finite rewards as well',
  why:
    'Aborted and failed members have the reward null; slime makes a tensor of what comes back. Inside slime ' +
    'the failure policy "mask" stands on this function.',
  fix: 'Give members with reward null a raw reward and a reward of 0, and leave them out of mean and standard deviation.',
  source: SOURCE,
  faults: ['A001', 'B053'],
  requires: ['reward-post-process/result'],
  batch: { failed: true, removed: true, fanOut: true, ragged: true, bare: true },
  async holds(target, make, trial) {
    const { args, groups } = make();
    const rewards = await normalise(target, { args, samples: groups.flat(2) }, trial);
    assertFinite(rewards, trial);
  },
});

/** Random post-processes break it, and what compares results says nothing about them. */
export const deterministic = batchProperty({
  id: 'reward-post-process/deterministic',
  title: 'the same batch gives the same rewards twice',
  why: 'Rewards that depend on chance or on earlier batches make a run that cannot be repeated.',
  fix: 'Compute from the samples alone; draw from a seed, such as the index, where chance is meant.',
  source: SOURCE,
  faults: [],
  requires: ['reward-post-process/result'],
  batch: {},
  async holds(target, make, trial) {
    const run = async () => {
      const { args, groups } = make();
      return normalise(target, { args, samples: groups.flat(2) }, trial);
    };
    const first = await run();
    trial.equal(await run(), first, 'the rewards of the second call');
  },
});

/** It may add to samples, as distillation does, and change nothing. */
export const unchanged = batchProperty({
  id: 'reward-post-process/unchanged',
  title: 'samples keep what they are trained on, and their order',
  why: 'The samples are converted to training data after this: what is sorted, masked or rewritten here is trained on.',
  fix: 'Write to metadata, train_metadata and teacher_log_probs only; copy before you sort.',
  source: SOURCE,
  faults: [],
  requires: ['reward-post-process/result'],
  batch: { removed: true },
  async holds(target, make, trial) {
    const { args, groups } = make();
    const samples = groups.flat(2);
    await normalise(target, { args, samples }, trial);
    for (const [at, before] of make().groups.flat(2).entries()) {
      const { metadata, train_metadata, teacher_log_probs } = before;
      const after = { ...samples[at], metadata, train_metadata, teacher_log_probs };
      trial.equal(after, before, `samples[${at}] after the call`);
    }
  },
});

function assertFinite(rewards: readonly number[], trial: Trial): void {
  const at = rewards.findIndex((reward) => !Number.isFinite(reward));
  if (at < 0) return;
  trial.fail({
    expected: 'a finite reward for every sample',
    got: `rewards[${at}] is ${rewards[at]}`,
  });
}
