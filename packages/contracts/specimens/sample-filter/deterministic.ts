import type { RolloutSampleFilter } from 'slime-sdk';

/** Takes out of training what was cut by length. */
export const correct: RolloutSampleFilter = (_args, groups) => {
  for (const sample of groups.flat(2)) {
    if (sample.status === 'truncated') sample.remove_sample = true;
  }
};

let seen = 0;

/** Every tenth sample of the process's life goes too. */
export const broken: RolloutSampleFilter = (args, groups) => {
  correct(args, groups);
  for (const sample of groups.flat(2)) {
    seen += 1;
    if (seen % 10 === 0) sample.remove_sample = true;
  }
};
