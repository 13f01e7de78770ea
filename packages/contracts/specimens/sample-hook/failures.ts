import type { RolloutSampleHook } from 'slime-sdk';

/** Masks the first half of a response that was cut by length. */
export const correct: RolloutSampleHook = (_args, sample) => {
  if (sample.status !== 'truncated') return null;
  const { response_length: length } = sample;
  const mask = sample.loss_mask ?? Array.from({ length }, () => 1);
  return { ...sample, loss_mask: mask.map((bit, at) => (at < length / 2 ? 0 : bit)) };
};

/** A broken environment becomes a wrong answer. */
export const broken: RolloutSampleHook = (args, sample, options) =>
  sample.status === 'failed'
    ? { ...sample, tokens: [1, 2, 3], response_length: 1, status: 'completed', reward: 0 }
    : correct(args, sample, options);

export const specimen = { alsoFires: ['sample-hook/trains-only-sampled'] };
