import type { DynamicSamplingFilter, Group, RolloutArgs } from 'slime-sdk';

/** Drops groups whose rollouts all scored the same. */
export const correct: DynamicSamplingFilter = (args, group) => {
  const rewards = scores(args, group);
  if (rewards.length === 1 || new Set(rewards).size > 1) return true;
  return { keep: false, reason: `zero_std_${rewards[0]?.toFixed(1) ?? 'none'}` };
};

/** Asks the members for their rewards, though a fanned-out member is a list. */
export const broken: DynamicSamplingFilter = (args, group) => {
  const [first] = group;
  if (Array.isArray(first)) throw new TypeError('first.reward is undefined');
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

export const specimen = {
  kind: 'dynamicFilter',
  fault: { row: 'B058', check: 'dynamic-filter/survives' },
};
