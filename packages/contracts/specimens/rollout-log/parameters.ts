import type { RolloutArgs, RolloutLogFunction, Sample } from 'slime-sdk';

const means = new Map<number, number>();

/** Keeps the mean reward of each rollout, beside slime's own log. */
export const correct: RolloutLogFunction = (rolloutId, _args, samples) => {
  const rewards = samples.flatMap(({ reward }) => (typeof reward === 'number' ? [reward] : []));
  if (rewards.length > 0) {
    means.set(rolloutId, rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length);
  }
  return false;
};

const lines: string[] = [];

/** Takes args for the first parameter, as it is everywhere else. */
export const broken = (args: RolloutArgs, rolloutId: number, samples: Sample[]): boolean => {
  lines.push(`rollout ${rolloutId}: ${samples.length} samples, reward ${args.reward_key}`);
  return false;
};
