import { keepExactForm, type RolloutArgs, type Sample } from 'slime-sdk';

/**
 * Copies a sample for a plugin, so that nothing it changes is seen outside. Strings are shared;
 * arrays of one number a token are copied at memory speed. What only the trainer reads and what
 * can be large, `rollout_routed_experts` and `multimodal_train_inputs`, is null in the copy.
 */
export function sampleForPlugin(sample: Sample): Sample {
  const {
    tokens,
    loss_mask,
    rollout_log_probs,
    rollout_top_p_token_ids,
    rollout_top_p_token_offsets,
    teacher_log_probs,
    rollout_routed_experts: _experts,
    multimodal_train_inputs: _inputs,
    ...rest
  } = sample;
  return {
    ...copyPlain(rest),
    tokens: tokens.slice(),
    loss_mask: loss_mask?.slice() ?? null,
    rollout_log_probs: rollout_log_probs?.slice() ?? null,
    rollout_top_p_token_ids: rollout_top_p_token_ids?.slice() ?? null,
    rollout_top_p_token_offsets: rollout_top_p_token_offsets?.slice() ?? null,
    teacher_log_probs: teacher_log_probs?.slice() ?? null,
    rollout_routed_experts: null,
    multimodal_train_inputs: null,
  };
}

/**
 * Copies plain data deeply: objects and arrays anew, bytes too, strings shared. Numbers keep how
 * they were written.
 */
export function copyPlain<T>(value: T): T;
export function copyPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return keepExactForm(
      value,
      value.map((item: unknown) => copyPlain(item)),
    );
  }
  if (value instanceof Uint8Array) return new Uint8Array(value);
  // Not by assignment: a key may be `__proto__`.
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, copyPlain(item)]),
  );
  return keepExactForm(value, copy);
}

const frozen = new WeakMap<RolloutArgs, RolloutArgs>();

/**
 * Gives a deeply frozen copy of the arguments, the same for the same object: a plugin that writes
 * to it throws. The arguments of a run do not change while it runs.
 */
export function argsForPlugin(args: RolloutArgs): RolloutArgs {
  const known = frozen.get(args);
  if (known !== undefined) return known;
  const copy = deepFreeze(copyPlain(args));
  frozen.set(args, copy);
  return copy;
}

/** Freezes plain data in place. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const item of Object.values(value)) deepFreeze(item);
  }
  return value;
}
