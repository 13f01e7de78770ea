import type { RolloutLogFunction } from 'slime-sdk';

const means = new Map<number, number>();

/** Keeps the mean reward of each rollout, beside slime's own log. */
export const correct: RolloutLogFunction = (rolloutId, _args, samples) => {
  const rewards = samples.flatMap(({ reward }) => (typeof reward === 'number' ? [reward] : []));
  if (rewards.length > 0) {
    means.set(rolloutId, rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length);
  }
  return false;
};

/** A failed sample has no reward to add up. */
export const broken: RolloutLogFunction = (rolloutId, args, samples, metrics, time) => {
  if (samples.some(({ reward }) => reward === null)) throw new TypeError('reward is null');
  return correct(rolloutId, args, samples, metrics, time);
};
