import type { RolloutArgs, Sample } from 'slime-sdk';

/** A sample with another reward: a number, or a record where `--reward-key` is set. */
export function withReward(
  sample: Sample,
  value: number,
  { reward_key: key }: RolloutArgs,
): Sample {
  return { ...sample, reward: key === null ? value : { [key]: value, acc: value > 0 } };
}
