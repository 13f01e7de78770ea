// Correct plugins of styles that the specimens have not.
import type {
  BufferFilter,
  DynamicSamplingFilter,
  RewardPostProcess,
  RolloutSampleHook,
  Sample,
} from 'slime-sdk';

/** Rewards go to training as they are: PPO has no baseline of groups. */
export const rawRewards: RewardPostProcess = (_args, samples) => {
  const raw = samples.map(({ reward }) => (typeof reward === 'number' ? reward : 0));
  return [raw, raw];
};

/** The mean of the others, as RLOO has it; plain numbers, one rollout a sample. */
export const leaveOneOut: RewardPostProcess = (_args, samples) => {
  const seen = new Map<unknown, number>();
  const key = (sample: Sample) => sample.rollout_id ?? sample.index;
  const groupOf = (sample: Sample) => {
    seen.clear();
    for (const other of samples) {
      if (other.group_index !== sample.group_index || other.remove_sample) continue;
      if (typeof other.reward === 'number') seen.set(key(other), other.reward);
    }
    seen.delete(key(sample));
    return [...seen.values()];
  };
  const rewards = samples.map((sample) => {
    const others = groupOf(sample);
    if (typeof sample.reward !== 'number' || others.length === 0) return 0;
    return sample.reward - others.reduce((sum, value) => sum + value, 0) / others.length;
  });
  return [samples.map(({ reward }) => (typeof reward === 'number' ? reward : 0)), rewards];
};

/** Distillation: no reward but what the teacher says, which is stored beside. */
export const distillation: RewardPostProcess = (_args, samples) => {
  for (const sample of samples) {
    sample.teacher_log_probs = Array.from({ length: sample.response_length }, () => -1);
  }
  const zeros = samples.map(() => 0);
  return [zeros, zeros];
};

/** The common filter on equal rewards, of a class with state. */
class Spread {
  dropped = 0;

  keep(rewards: readonly unknown[]): boolean {
    const isVaried = new Set(rewards.filter((reward) => typeof reward === 'number')).size > 1;
    if (!isVaried) this.dropped += 1;
    return isVaried;
  }
}

const spread = new Spread();

export const spreadFilter: DynamicSamplingFilter = (_args, group) =>
  spread.keep(group.flat().map(({ reward }) => reward));

/** Newest first, and never more than a half of the buffer. */
export function newestHalf(
  ...[, , buffer, count]: Parameters<BufferFilter>
): ReturnType<BufferFilter> {
  const most = Math.min(count, Math.ceil(buffer.length / 2));
  return most === 0 ? [] : buffer.splice(-most);
}

/** Async, and writes into the sample that it was given. */
export const stamp: RolloutSampleHook = async (_args, sample, { rolloutId }) => {
  await Promise.resolve();
  sample.metadata['rollout'] = rolloutId;
  return null;
};

/** Cuts a response to its first half, all arrays alike. */
export const halve: RolloutSampleHook = (_args, sample) => {
  const { tokens, response_length: length, status } = sample;
  if (status !== 'completed' || length < 2) return null;
  const kept = Math.ceil(length / 2);
  return {
    ...sample,
    tokens: tokens.slice(0, tokens.length - length + kept),
    response_length: kept,
    loss_mask: sample.loss_mask?.slice(0, kept) ?? null,
    rollout_log_probs: sample.rollout_log_probs?.slice(0, kept) ?? null,
    status: 'truncated',
  };
};

/** Nothing that can be called. */
export const notAFunction = { reward: 1 };
