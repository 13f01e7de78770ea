import type { ConvertSamplesToTrainData, RolloutArgs, Sample } from 'slime-sdk';

/** As slime converts, with rewards centred on the mean of the prompt. */
export const correct: ConvertSamplesToTrainData = (args, samples) => {
  const rollouts = rolloutIds(samples);
  const masks = samples.map(maskOf);
  const sizes = masks.map((mask) => mask.filter((bit) => bit === 1).length);
  const raw = samples.map((sample) => scoreOf(args, sample));
  return {
    tokens: samples.map((sample) => sample.tokens),
    response_lengths: samples.map((sample) => sample.response_length),
    rewards: samples.map((sample, at) => (raw[at] ?? 0) - meanOf(samples, raw, sample)),
    raw_reward: raw,
    truncated: samples.map((sample) => (sample.status === 'truncated' ? 1 : 0)),
    sample_indices: samples.map((sample) => sample.index),
    rollout_ids: rollouts,
    loss_masks: masks,
    rollout_mask_sums: rollouts.map((id) =>
      sizes.reduce((sum, size, at) => (rollouts[at] === id ? sum + size : sum), 0),
    ),
    ...(samples.every((sample) => sample.rollout_log_probs !== null)
      ? { rollout_log_probs: samples.map((sample) => sample.rollout_log_probs) }
      : {}),
  };
};

/** Whether the batch has log-probabilities is read off its first sample. */
export const broken: ConvertSamplesToTrainData = (args, samples) => {
  const columns = correct(args, samples);
  if (samples[0]?.rollout_log_probs === null) return columns;
  return { ...columns, rollout_log_probs: samples.map((sample) => sample.rollout_log_probs) };
};

function maskOf({ loss_mask: mask, response_length: length, remove_sample: removed }: Sample) {
  if (removed) return Array.from({ length }, () => 0);
  return mask ?? Array.from({ length }, () => 1);
}

/** A rollout whose id is null gets a number that nobody has. */
function rolloutIds(samples: Sample[]): number[] {
  const highest = Math.max(-1, ...samples.map((sample) => sample.rollout_id ?? -1));
  return samples.map((sample, at) => sample.rollout_id ?? highest + 1 + at);
}

function scoreOf(args: RolloutArgs, { reward }: Sample): number {
  const value = typeof reward === 'object' ? reward?.[args.reward_key ?? 'score'] : reward;
  return typeof value === 'number' ? value : 0;
}

function meanOf(samples: Sample[], raw: number[], { group_index: group }: Sample): number {
  const own = raw.filter((_, at) => samples[at]?.group_index === group);
  return own.reduce((sum, value) => sum + value, 0) / own.length;
}

export const specimen = {
  kind: 'convert',
  fault: { row: 'B080', check: 'convert/optional-columns' },
};
