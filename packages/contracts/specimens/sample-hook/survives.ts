import type { RolloutSampleHook } from 'slime-sdk';

/** Masks the first half of a response that was cut by length. */
export const correct: RolloutSampleHook = (_args, sample) => {
  if (sample.status !== 'truncated') return null;
  const { response_length: length } = sample;
  const mask = sample.loss_mask ?? Array.from({ length }, () => 1);
  return { ...sample, loss_mask: mask.map((bit, at) => (at < length / 2 ? 0 : bit)) };
};

/** Expects a response; one that was aborted or failed has none. */
export const broken: RolloutSampleHook = (args, sample, options) => {
  if (sample.status === 'failed') throw new Error('no response');
  return correct(args, sample, options);
};
