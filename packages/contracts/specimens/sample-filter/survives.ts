import type { RolloutSampleFilter } from 'slime-sdk';

/** Takes out of training what was cut by length. */
export const correct: RolloutSampleFilter = (_args, groups) => {
  for (const sample of groups.flat(2)) {
    if (sample.status === 'truncated') sample.remove_sample = true;
  }
};

/** Takes the members of a group for samples: where generate fans out they are lists. */
export const broken: RolloutSampleFilter = (args, groups) => {
  for (const member of groups.flat()) {
    if (Array.isArray(member)) throw new TypeError('member.status is undefined');
  }
  correct(args, groups);
};
