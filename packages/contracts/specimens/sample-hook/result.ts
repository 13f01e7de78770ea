import type { RolloutArgs, RolloutSampleHook, Sample } from 'slime-sdk';

/** Notes how long the response was. */
export const correct: RolloutSampleHook = (_args, sample) => ({
  ...sample,
  metadata: { ...sample.metadata, words: sample.response.split(' ').length },
});

/** Says whether it is to stay, where a sample is wanted. */
export const broken = (_args: RolloutArgs, sample: Sample): boolean => sample.response !== '';
