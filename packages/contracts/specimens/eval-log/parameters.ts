import type { EvalRolloutLogFunction, RolloutArgs, RolloutEvalOutput } from 'slime-sdk';

const best = new Map<string, number>();

/** Keeps the best mean reward of each data set, beside slime's own log. */
export const correct: EvalRolloutLogFunction = (_rolloutId, _args, data) => {
  for (const [name, { rewards }] of Object.entries(data)) {
    const mean = rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
    best.set(name, Math.max(best.get(name) ?? mean, mean));
  }
  return false;
};

const lines: string[] = [];

/** Takes args for the first parameter, as it is everywhere else. */
export const broken = (
  _args: RolloutArgs,
  rolloutId: number,
  data: RolloutEvalOutput['data'],
): boolean => {
  lines.push(`evaluation ${rolloutId}: ${Object.keys(data).join(', ')}`);
  return false;
};
