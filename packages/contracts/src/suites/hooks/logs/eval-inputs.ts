import type { EvalRolloutLogFunction, Reward, RolloutArgs, RolloutEvalOutput } from 'slime-sdk';
import type { Batch } from '../batch.ts';

/**
 * The arguments of an evaluation log function: a data set for each group. Bare ones lack samples,
 * the column of what was truncated, metrics, or all data sets.
 */
export function evalInputs(
  { groups, picker }: Batch,
  args: RolloutArgs,
  bare: boolean,
): Parameters<EvalRolloutLogFunction> {
  const data: RolloutEvalOutput['data'] = {};
  const chosen = bare && picker.chance(10) ? [] : groups;
  for (const [at, group] of chosen.entries()) {
    const samples = group.flat();
    const withTruncated = !bare || picker.chance(50);
    const withSamples = !bare || picker.chance(50);
    data[`set-${at}`] = {
      rewards: samples.map(({ reward }) => valueOf(reward, args.reward_key)),
      ...(withTruncated ? { truncated: samples.map(({ status }) => status === 'truncated') } : {}),
      ...(withSamples ? { samples } : {}),
    };
  }
  return [picker.below(100), args, data, bare ? {} : { 'eval/extra': 0.5 }];
}

function valueOf(reward: Reward | null, key: string | null): number {
  const value =
    typeof reward === 'object' && reward !== null && key !== null ? reward[key] : reward;
  return typeof value === 'number' ? value : 0;
}
