import { createSample, type RolloutSampleHook } from 'slime-sdk';

/** Masks the first half of a response that was cut by length. */
export const correct: RolloutSampleHook = (_args, sample) => {
  if (sample.status !== 'truncated') return null;
  const { response_length: length } = sample;
  const mask = sample.loss_mask ?? Array.from({ length }, () => 1);
  return { ...sample, loss_mask: mask.map((bit, at) => (at < length / 2 ? 0 : bit)) };
};

/** Built anew: who the sample was is lost. */
export const broken: RolloutSampleHook = async (args, sample, options) => {
  const {
    index: _,
    group_index: __,
    rollout_id: ___,
    session_id: ____,
    ...rest
  } = (await correct(args, sample, options)) ?? sample;
  return createSample(rest);
};
