import { copyPlain } from 'slime-runtime/hosting';
import type { Group, Reward, Sample } from 'slime-sdk';
import type { Batch } from './batch.ts';

/** What the segments of a rollout are given: the whole reward each, or a part each. */
export type RewardPolicy = 'full' | 'split';

/** A batch with its groups as lists of lists, at least one rollout of two segments or three. */
export function segmentLists(batch: Batch, policy: RewardPolicy): Batch {
  const counts = segmentCounts(batch);
  let at = 0;
  const groups = batch.groups.map((group): Group =>
    group.flat().map((sample) => {
      const segments = segmentsOf(sample, counts[at] ?? 1, policy);
      at += 1;
      return segments;
    }),
  );
  return { ...batch, groups };
}

/** How many segments each rollout of a batch is split into; the picker decides. */
export function segmentCounts({ groups, picker }: Batch): number[] {
  const count = groups.flat(2).length;
  const sure = picker.below(count);
  return Array.from({ length: count }, (_, at) =>
    at === sure || picker.chance(30) ? 2 + picker.below(2) : 1,
  );
}

/** Copies that share a `rollout_id`, as a generate function gives them; a single one has none. */
export function segmentsOf(sample: Sample, count: number, policy: RewardPolicy): Sample[] {
  const reward = policy === 'full' ? sample.reward : dividedReward(sample.reward, count);
  return Array.from({ length: count }, () => ({
    ...copyPlain(sample),
    reward: copyPlain(reward),
    rollout_id: count > 1 ? sample.index : sample.rollout_id,
  }));
}

function dividedReward(reward: Reward | null, count: number): Reward | null {
  if (reward === null) return null;
  if (typeof reward === 'number') return reward / count;
  return Object.fromEntries(
    Object.entries(reward).map(([key, value]) => [
      key,
      typeof value === 'number' ? value / count : value,
    ]),
  );
}
