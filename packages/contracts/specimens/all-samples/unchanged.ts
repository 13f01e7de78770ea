import type { RolloutAllSamplesProcess } from 'slime-sdk';

const longest = new Map<number, number>();

/** Keeps the length of the longest response of each prompt. */
export const correct: RolloutAllSamplesProcess = (_args, allGroups) => {
  for (const { group_index: group, response_length: length } of allGroups.flat(2)) {
    if (group !== null) longest.set(group, Math.max(longest.get(group) ?? 0, length));
  }
};

/** A penalty on length, written where the batch is long since filtered. */
export const broken: RolloutAllSamplesProcess = (args, allGroups, getSamples) => {
  for (const sample of allGroups.flat(2)) {
    if (sample.response_length > 3) sample.reward = 0;
  }
  return correct(args, allGroups, getSamples);
};
