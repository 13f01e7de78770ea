import type { DynamicSamplingFilter, Group, RolloutArgs } from 'slime-sdk';

/** Drops groups whose rollouts all scored the same. */
export const correct: DynamicSamplingFilter = (args, group) => {
  const rewards = scores(args, group);
  if (rewards.length === 1 || new Set(rewards).size > 1) return true;
  return { keep: false, reason: `zero_std_${rewards[0]?.toFixed(1) ?? 'none'}` };
};

let calls = 0;

/** Every third group is kept, whatever it holds. */
export const broken: DynamicSamplingFilter = (args, group) => {
  calls += 1;
  return calls % 3 === 0 || correct(args, group);
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
