import type { RolloutSampleHook } from 'slime-sdk';

/** Masks the first half of a response that was cut by length. */
export const correct: RolloutSampleHook = (_args, sample) => {
  if (sample.status !== 'truncated') return null;
  const { response_length: length } = sample;
  const mask = sample.loss_mask ?? Array.from({ length }, () => 1);
  return { ...sample, loss_mask: mask.map((bit, at) => (at < length / 2 ? 0 : bit)) };
};

/** Cuts the response to three tokens, and forgets the log-probabilities. */
export const broken: RolloutSampleHook = (_args, sample) => {
  const { response_length: length, loss_mask: mask, tokens } = sample;
  if (length <= 3) return null;
  return {
    ...sample,
    tokens: tokens.slice(0, tokens.length - length + 3),
    response_length: 3,
    loss_mask: mask?.slice(0, 3) ?? null,
  };
};
