import type { RolloutAllSamplesProcess } from 'slime-sdk';

const longest = new Map<number, number>();

/** Keeps the length of the longest response of each prompt. */
export const correct: RolloutAllSamplesProcess = (_args, allGroups) => {
  for (const { group_index: group, response_length: length } of allGroups.flat(2)) {
    if (group !== null) longest.set(group, Math.max(longest.get(group) ?? 0, length));
  }
};

/** Takes the method for the data source that it belongs to. */
export const broken: RolloutAllSamplesProcess = (args, allGroups, dataSource) => {
  longest.set(-1, dataSource.length);
  return correct(args, allGroups, dataSource);
};
