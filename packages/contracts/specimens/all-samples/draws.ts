import type { RolloutAllSamplesProcess } from 'slime-sdk';

const longest = new Map<number, number>();

/** Keeps the length of the longest response of each prompt. */
export const correct: RolloutAllSamplesProcess = (_args, allGroups) => {
  for (const { group_index: group, response_length: length } of allGroups.flat(2)) {
    if (group !== null) longest.set(group, Math.max(longest.get(group) ?? 0, length));
  }
};

/** Looks at the next prompt, which is then gone. */
export const broken: RolloutAllSamplesProcess = async (args, allGroups, getSamples) => {
  const next = await getSamples(1);
  await correct(args, [...allGroups, ...next], getSamples);
};
