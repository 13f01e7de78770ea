import type { RolloutSampleFilter } from 'slime-sdk';

/** Takes out of training what was cut by length. */
export const correct: RolloutSampleFilter = (_args, groups) => {
  for (const sample of groups.flat(2)) {
    if (sample.status === 'truncated') sample.remove_sample = true;
  }
};

/** Writes both ways: a failed sample, removed long ago, is trained on again. */
export const broken: RolloutSampleFilter = (_args, groups) => {
  for (const sample of groups.flat(2)) sample.remove_sample = sample.status === 'truncated';
};
