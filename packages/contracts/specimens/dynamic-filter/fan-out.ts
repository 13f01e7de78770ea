import type { DynamicSamplingFilter, Group, RolloutArgs } from 'slime-sdk';

/** Keeps groups that some rollouts solved and some did not. */
export const correct: DynamicSamplingFilter = (args, group) => {
  const rewards = scores(args, group);
  const share = rewards.filter((reward) => reward > 0.5).length / rewards.length;
  return rewards.length < 2 || (share >= 0.3 && share <= 0.7);
};

/** Counts segments: a long rollout counts several times. */
export const broken: DynamicSamplingFilter = (args, group) =>
  correct(
    args,
    group.flatMap((item) => item),
  );

/** The reward of each rollout, once for all of its segments; failed ones have none. */
function scores(args: RolloutArgs, group: Group): number[] {
  const firsts = group.map((item) => (Array.isArray(item) ? item[0] : item));
  return firsts.flatMap((sample) => {
    const reward = sample?.reward ?? null;
    const value = typeof reward === 'object' ? reward?.[args.reward_key ?? 'score'] : reward;
    return typeof value === 'number' ? [value] : [];
  });
}
