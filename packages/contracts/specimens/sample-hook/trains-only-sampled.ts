import type { RolloutSampleHook } from 'slime-sdk';

/** Masks the first half of a response that was cut by length. */
export const correct: RolloutSampleHook = (_args, sample) => {
  if (sample.status !== 'truncated') return null;
  const { response_length: length } = sample;
  const mask = sample.loss_mask ?? Array.from({ length }, () => 1);
  return { ...sample, loss_mask: mask.map((bit, at) => (at < length / 2 ? 0 : bit)) };
};

/** Trains the observations as well. */
export const broken: RolloutSampleHook = (_args, sample) => ({
  ...sample,
  loss_mask: sample.loss_mask?.map(() => 1) ?? null,
});
