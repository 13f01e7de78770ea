import type { DynamicSamplingFilter, RolloutArgs, Sample } from 'slime-sdk';

/** Keeps groups whose rollouts did not all earn the same. */
export const dynamicSamplingFilter: DynamicSamplingFilter = (args, group) => {
  const rewards = group
    .map((rollout) => rewardOf(args, Array.isArray(rollout) ? rollout[0] : rollout))
    .filter((reward) => reward !== null);
  if (rewards.length === 1 || new Set(rewards).size > 1) return { keep: true };
  return { keep: false, reason: 'no_spread' };
};

function rewardOf(args: RolloutArgs, sample: Sample | undefined): number | null {
  const reward = sample?.reward ?? null;
  const value = typeof reward === 'object' ? reward?.[args.reward_key ?? 'score'] : reward;
  return typeof value === 'number' ? value : null;
}
