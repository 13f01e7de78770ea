import type { RolloutSampleHook, Sample } from 'slime-sdk';

function cutLast(sample: Sample): Sample {
  const kept = sample.response_length - 1;
  return {
    ...sample,
    tokens: sample.tokens.slice(0, -1),
    response_length: kept,
    loss_mask: sample.loss_mask?.slice(0, kept) ?? null,
    rollout_log_probs: sample.rollout_log_probs?.slice(0, kept) ?? null,
    teacher_log_probs: sample.teacher_log_probs?.slice(0, kept) ?? null,
    rollout_top_p_token_ids: null,
    rollout_top_p_token_offsets: null,
    rollout_routed_experts: null,
  };
}

/** Cuts the last token off, and says so. */
export const correct: RolloutSampleHook = (_args, sample) =>
  sample.status === 'completed' && sample.response_length > 1
    ? { ...cutLast(sample), status: 'truncated' }
    : null;

/** Cuts the token off that ends the turn, and calls the rest complete. */
export const broken: RolloutSampleHook = (_args, sample) =>
  sample.status === 'completed' && sample.response_length > 1 ? cutLast(sample) : null;
