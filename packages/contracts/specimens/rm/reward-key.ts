import { type CustomRM, defineReward } from 'slime-sdk';

const correctReward: CustomRM = (_args, sample, view) => {
  const isRight = view.finalText.trim() === String(sample.label);
  return { score: isRight ? 1 : 0, words: isRight ? view.finalText.split(' ').length : 0 };
};

/** Counts the words of right answers only, and so has the key for them only. */
const brokenReward: CustomRM = (_args, sample, view) => {
  const isRight = view.finalText.trim() === String(sample.label);
  return isRight ? { score: 1, words: view.finalText.split(' ').length } : { score: 0 };
};

export const correct = defineReward({ mode: 'single', reward: correctReward });
export const broken = defineReward({ mode: 'single', reward: brokenReward });

export const specimen = { args: { reward_key: 'score' } };
