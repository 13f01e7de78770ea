import type { RolloutAllSamplesProcess } from 'slime-sdk';

const longest = new Map<number, number>();

/** Keeps the length of the longest response of each prompt. */
export const correct: RolloutAllSamplesProcess = (_args, allGroups) => {
  for (const { group_index: group, response_length: length } of allGroups.flat(2)) {
    if (group !== null) longest.set(group, Math.max(longest.get(group) ?? 0, length));
  }
};

/** Takes the members of a group for samples, and a failed one for scored. */
export const broken: RolloutAllSamplesProcess = (args, allGroups, getSamples) => {
  for (const member of allGroups.flat()) {
    if (Array.isArray(member) || member.reward === null) throw new TypeError('no reward to read');
  }
  return correct(args, allGroups, getSamples);
};
