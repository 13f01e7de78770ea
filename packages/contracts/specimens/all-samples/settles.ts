import type { RolloutAllSamplesProcess } from 'slime-sdk';

const longest = new Map<number, number>();

/** Keeps the length of the longest response of each prompt. */
export const correct: RolloutAllSamplesProcess = (_args, allGroups) => {
  for (const { group_index: group, response_length: length } of allGroups.flat(2)) {
    if (group !== null) longest.set(group, Math.max(longest.get(group) ?? 0, length));
  }
};

/** Looks for a key that nobody writes. */
export const broken: RolloutAllSamplesProcess = async (args, allGroups, getSamples) => {
  const first = allGroups.flat(2).find((sample) => 'source' in sample.metadata);
  if (first === undefined) throw new Error('no sample has a source');
  await correct(args, allGroups, getSamples);
};
