import { type BatchedCustomRM, defineReward } from 'slime-sdk';

const correctReward: BatchedCustomRM = (_args, samples, views) =>
  samples.map(({ label }, at) => (views[at]?.finalText === String(label) ? 1 : 0));

/** Empty responses are left out, and with them their rewards. */
const brokenReward: BatchedCustomRM = (_args, samples, views) =>
  samples.flatMap(({ label }, at) => {
    const answer = views[at]?.finalText ?? '';
    return answer === '' ? [] : [answer === String(label) ? 1 : 0];
  });

export const correct = defineReward({ mode: 'group', reward: correctReward });
export const broken = defineReward({ mode: 'group', reward: brokenReward });

export const specimen = {
  kind: 'rm',
  args: { group_rm: true },
  fault: { row: 'A007', check: 'rm/count' },
};
