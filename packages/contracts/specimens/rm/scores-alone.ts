import { type BatchedCustomRM, defineReward } from 'slime-sdk';

const correctReward: BatchedCustomRM = (_args, samples, views) =>
  views.map((view, at) => (view.finalText.trim() === String(samples[at]?.label) ? 1 : 0));

/** Takes the mean of the group off, and so depends on who is in it. */
const brokenReward: BatchedCustomRM = async (args, samples, views) => {
  const pays = (await correctReward(args, samples, views)).map(Number);
  const mean = pays.reduce((sum, pay) => sum + pay, 0) / pays.length;
  return pays.map((pay) => pay - mean);
};

const laws = ['scores-alone'] as const;

export const correct = defineReward({ mode: 'group', laws, reward: correctReward });
export const broken = defineReward({ mode: 'group', laws, reward: brokenReward });

export const specimen = { args: { group_rm: true } };
