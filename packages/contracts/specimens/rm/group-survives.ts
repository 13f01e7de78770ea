import { type BatchedCustomRM, defineReward } from 'slime-sdk';

/** Rewards less their mean; failed members are left out of it. */
const correctReward: BatchedCustomRM = (_args, samples, views) => {
  const pays = views.map((view, at) => (view.finalText === String(samples[at]?.label) ? 1 : 0));
  const isIn = samples.map(({ status }) => status === 'completed' || status === 'truncated');
  const kept = pays.filter((_, at) => isIn[at]);
  const mean = kept.reduce<number>((sum, pay) => sum + pay, 0) / Math.max(1, kept.length);
  return pays.map((pay, at) => (isIn[at] ? pay - mean : 0));
};

/** Where all members have failed, the mean of none is NaN. */
const brokenReward: BatchedCustomRM = (_args, samples, views) => {
  const pays = views.map((view, at) => (view.finalText === String(samples[at]?.label) ? 1 : 0));
  const isIn = samples.map(({ status }) => status === 'completed' || status === 'truncated');
  const kept = pays.filter((_, at) => isIn[at]);
  const mean = kept.reduce<number>((sum, pay) => sum + pay, 0) / kept.length;
  return pays.map((pay, at) => (isIn[at] ? pay - mean : mean - mean));
};

export const correct = defineReward({ mode: 'group', reward: correctReward });
export const broken = defineReward({ mode: 'group', reward: brokenReward });

export const specimen = { args: { group_rm: true }, alsoFires: ['rm/survives-any-status'] };
