import type { Trial } from '../../../trial.ts';
import type { Batch } from '../batch.ts';
import { batchProperty } from '../batch-property.ts';
import { type RewardPolicy, segmentLists } from '../fan-out.ts';
import { isClose, normalise, type PostProcessTarget } from './normalise.ts';

/** A rollout counts once, however many segments it became. */
export const fanOut = batchProperty({
  id: 'reward-post-process/fan-out',
  title: 'splitting a rollout into segments changes the reward of no other rollout',
  why:
    'Segments of one rollout share rollout_id and reward. A mean over segments counts a long rollout ' +
    'several times: one success in three segments outweighs one failure.',
  fix: 'Take the mean over rollouts (by rollout_id within a group_index, a null id being a rollout of its own), and give each segment the reward of its rollout.',
  source: 'slime/ray/rollout.py: _post_process_rewards',
  faults: ['A027', 'B073', 'B079'],
  requires: [
    'reward-post-process/finite',
    'reward-post-process/deterministic',
    'reward-post-process/survives',
  ],
  batch: { size: { min: 2, max: 4 } },
  async holds(target, make, trial) {
    const { args, groups } = make();
    const whole = await normalise(target, { args, samples: groups.flat(2) }, trial);
    const difference = await findDifference(target, make(), whole, 'full', trial);
    if (difference === null) return;
    // Or each segment has its part of the reward, and they are summed.
    if ((await findDifference(target, make(), whole, 'split', trial)) === null) return;
    trial.fail(difference);
  },
});

/** The first rollout that gets another reward than when none was split. */
async function findDifference(
  target: PostProcessTarget,
  batch: Batch,
  whole: readonly number[],
  policy: RewardPolicy,
  trial: Trial,
): Promise<{ expected: unknown; got: unknown; note: string } | null> {
  const { args, groups } = segmentLists(batch, policy);
  const rollouts = groups.flat().map((rollout) => [rollout].flat());
  const rewards = await normalise(target, { args, samples: rollouts.flat() }, trial);
  const counts = rollouts.map((segments) => segments.length).join(', ');
  let from = 0;
  for (const [at, segments] of rollouts.entries()) {
    const own = rewards.slice(from, from + segments.length);
    from += segments.length;
    const expected = whole[at] ?? Number.NaN;
    // Segments of the parts of a reward may have parts of the result.
    if (policy === 'split' && segments.length > 1) continue;
    if (own.every((reward) => isClose(reward, expected))) continue;
    const index = segments[0]?.index;
    return {
      expected,
      got: own.length === 1 ? own[0] : own,
      note: `reward of index ${index} when the rollouts are split into ${counts} segments`,
    };
  }
  return null;
}
