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

/** Data sets need not come with their samples. */
export const broken: EvalRolloutLogFunction = (rolloutId, args, data, metrics) => {
  for (const [name, { samples }] of Object.entries(data)) {
    if (samples === undefined) throw new TypeError(`samples of ${name} is undefined`);
    if (samples.some(({ reward }) => reward === null)) throw new TypeError('reward is null');
  }
  return correct(rolloutId, args, data, metrics);
};
