import type { Group, RolloutArgs, RolloutSampleFilter, Sample } from 'slime-sdk';

/** Takes out of training what was cut by length. */
export const correct: RolloutSampleFilter = (_args, groups) => {
  for (const sample of groups.flat(2)) {
    if (sample.status === 'truncated') sample.remove_sample = true;
  }
};

/** Gives the samples that are to stay, which nobody looks at. */
export const broken = (_args: RolloutArgs, groups: Group[]): Sample[] =>
  groups.flat(2).filter((sample) => sample.status !== 'truncated');
