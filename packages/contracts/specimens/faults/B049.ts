import { type BatchedCustomRM, defineReward } from 'slime-sdk';

const correctReward: BatchedCustomRM = (_args, samples, views) =>
  samples.map(({ label }, at) => (views[at]?.finalText === String(label) ? 1 : 0));

/** The mean of the group stands behind the rewards: a list that is zipped loses its last ones. */
const brokenReward: BatchedCustomRM = (_args, samples, views) => {
  const pays = samples.map(({ label }, at) => (views[at]?.finalText === String(label) ? 1 : 0));
  const mean = pays.reduce<number>((sum, pay) => sum + pay, 0) / pays.length;
  return [...pays, mean];
};

export const correct = defineReward({ mode: 'group', reward: correctReward });
export const broken = defineReward({ mode: 'group', reward: brokenReward });

export const specimen = {
  kind: 'rm',
  args: { group_rm: true },
  fault: { row: 'B049', check: 'rm/count' },
};
