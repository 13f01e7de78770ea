import { type BatchedCustomRM, defineReward } from 'slime-sdk';

const correctReward: BatchedCustomRM = (_args, samples, views) =>
  samples.map(({ label }, at) => (views[at]?.finalText === String(label) ? 1 : 0));

/** An object by index: who goes through it gets the indices for rewards. */
const brokenReward: BatchedCustomRM = (_args, samples, views) => {
  const entries = samples.map(({ label, index }, at) => {
    return [index, views[at]?.finalText === String(label) ? 1 : 0] as const;
  });
  return Object.fromEntries(entries);
};

export const correct = defineReward({ mode: 'group', reward: correctReward });
export const broken = defineReward({ mode: 'group', reward: brokenReward });

export const specimen = {
  kind: 'rm',
  args: { group_rm: true },
  fault: { row: 'B051', check: 'rm/count' },
};
