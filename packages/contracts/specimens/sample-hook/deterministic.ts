import type { RolloutSampleHook } from 'slime-sdk';

/** Masks the first half of a response that was cut by length. */
export const correct: RolloutSampleHook = (_args, sample) => {
  if (sample.status !== 'truncated') return null;
  const { response_length: length } = sample;
  const mask = sample.loss_mask ?? Array.from({ length }, () => 1);
  return { ...sample, loss_mask: mask.map((bit, at) => (at < length / 2 ? 0 : bit)) };
};

let calls = 0;

/** Every third truncated sample is left as it is. */
export const broken: RolloutSampleHook = (args, sample, options) => {
  calls += 1;
  return calls % 3 === 0 ? null : correct(args, sample, options);
};
