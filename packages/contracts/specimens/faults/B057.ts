import type { DynamicSamplingFilter, Group, RolloutArgs } from 'slime-sdk';

/** Drops groups whose rollouts all scored the same. */
export const correct: DynamicSamplingFilter = (args, group) => {
  const rewards = scores(args, group);
  if (rewards.length === 1 || new Set(rewards).size > 1) return true;
  return { keep: false, reason: `zero_std_${rewards[0]?.toFixed(1) ?? 'none'}` };
};

/** The spread of one reward is NaN: with one sample a prompt the rollout never ends. */
export const broken: DynamicSamplingFilter = (args, group) => {
  const rewards = scores(args, group);
  if (rewards.length !== 1) return correct(args, group);
  return { keep: Math.sqrt(0 / (rewards.length - 1)) > 1e-6, reason: 'zero_std' };
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

export const specimen = {
  kind: 'dynamicFilter',
  fault: { row: 'B057', check: 'dynamic-filter/groups-of-one' },
};
