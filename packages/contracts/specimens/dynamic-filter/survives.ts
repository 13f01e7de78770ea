import type { DynamicSamplingFilter, Group, RolloutArgs } from 'slime-sdk';

/** Drops groups whose rollouts all scored the same. */
export const correct: DynamicSamplingFilter = (args, group) => {
  const rewards = scores(args, group);
  if (rewards.length === 1 || new Set(rewards).size > 1) return true;
  return { keep: false, reason: `zero_std_${rewards[0]?.toFixed(1) ?? 'none'}` };
};

/** Members of a fanned-out group are lists, which have no reward to be read. */
export const broken: DynamicSamplingFilter = (args, group) => {
  for (const item of group) {
    if (Array.isArray(item) || item.reward === null) throw new TypeError('no reward');
  }
  return correct(args, group);
};

/** The reward of each rollout, once for all of its segments; failed ones have none. */
function scores(args: RolloutArgs, group: Group): number[] {
  const firsts = group.map((item) => (Array.isArray(item) ? item[0] : item));
  return firsts.flatMap((sample) => {
    const reward = sample?.reward ?? null;
    const value = typeof reward === 'object' ? reward?.[args.reward_key ?? 'score'] : reward;
    return typeof value === 'number' ? [value] : [];
  });
}
