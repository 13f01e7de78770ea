import type { EvalRolloutLogFunction } from 'slime-sdk';

const best = new Map<string, number>();

/** Keeps the best mean reward of each data set, beside slime's own log. */
export const correct: EvalRolloutLogFunction = (_rolloutId, _args, data) => {
  for (const [name, { rewards }] of Object.entries(data)) {
    const mean = rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
    best.set(name, Math.max(best.get(name) ?? mean, mean));
  }
  return false;
};

/** Sorts the rewards, which belong to the samples beside them. */
export const broken: EvalRolloutLogFunction = (rolloutId, args, data, metrics) => {
  for (const { rewards } of Object.values(data)) rewards.sort((a, b) => a - b);
  return correct(rolloutId, args, data, metrics);
};
