import type { RolloutSampleFilter } from 'slime-sdk';

/** Takes out of training what was cut by length. */
export const correct: RolloutSampleFilter = (_args, groups) => {
  for (const sample of groups.flat(2)) {
    if (sample.status === 'truncated') sample.remove_sample = true;
  }
};

/** Leaves a batch in which no token is trained: a loss of nothing divided by nothing. */
export const broken: RolloutSampleFilter = (_args, groups) => {
  for (const sample of groups.flat(2)) sample.remove_sample = true;
};

export const specimen = {
  kind: 'sampleFilter',
  fault: { row: 'A104', check: 'sample-filter/keeps-some' },
};
