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

/** A promise is true: slime leaves out its own log. */
export const broken = async (...call: Parameters<RolloutLogFunction>): Promise<boolean> =>
  correct(...call);
