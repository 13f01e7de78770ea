import type { RolloutSampleFilter } from 'slime-sdk';

/** Takes out of training what was cut by length. */
export const correct: RolloutSampleFilter = (_args, groups) => {
  for (const sample of groups.flat(2)) {
    if (sample.status === 'truncated') sample.remove_sample = true;
  }
};

/** The comparison is the wrong way round for every status but one that never comes. */
export const broken: RolloutSampleFilter = (_args, groups) => {
  for (const sample of groups.flat(2)) {
    if (sample.status !== 'pending') sample.remove_sample = true;
  }
};
