import { copyPlain } from 'slime-runtime/hosting';
import type { RewardView, Sample } from 'slime-sdk';

/**
 * Copies a sample for a call. Only what is an object is copied deeply: a cheap reward is called
 * tens of thousands of times, and most fields are scalars.
 */
export function copySample(sample: Sample): Sample {
  const { prompt, label, metadata, spec_info, prefix_cache_info } = sample;
  return {
    ...sample,
    prompt: typeof prompt === 'object' ? copyPlain(prompt) : prompt,
    label: copyPlain(label),
    metadata: copyPlain(metadata),
    tokens: sample.tokens.slice(),
    loss_mask: sample.loss_mask?.slice() ?? null,
    rollout_log_probs: sample.rollout_log_probs?.slice() ?? null,
    weight_versions: sample.weight_versions.slice(),
    apply_chat_template_kwargs: copyPlain(sample.apply_chat_template_kwargs),
    multimodal_inputs: copyPlain(sample.multimodal_inputs),
    train_metadata: copyPlain(sample.train_metadata),
    spec_info: { ...spec_info },
    prefix_cache_info: { ...prefix_cache_info },
  };
}

/** Copies a view for a call. */
export function copyView(view: Omit<RewardView, 'signal'>): Omit<RewardView, 'signal'> {
  return {
    ...view,
    turns: view.turns.map((turn) => ({ ...turn, calls: copyPlain(turn.calls) })),
  };
}
