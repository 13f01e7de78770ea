import { type CustomRM, defineReward } from 'slime-sdk';

// Rewards that grade the last box of the whole transcript, observations included.

const grade: CustomRM = (_args, sample) => {
  const box = [...sample.response.matchAll(/\\boxed\{([^{}]*)\}/g)].at(-1)?.[1];
  return box === String(sample.label) ? 1 : 0;
};

export const bare = grade;
export const declared = defineReward({ mode: 'single', reads: ['policy', 'label'], reward: grade });
export const transcript = defineReward({
  mode: 'single',
  reads: ['policy', 'label', 'observation'],
  reward: grade,
});
