import { type CustomRM, defineReward } from 'slime-sdk';

const correctReward: CustomRM = (_args, sample, view) => {
  if (view.finalText === '') return { score: 0, words: 0 };
  const score = view.finalText.trim() === String(sample.label) ? 1 : 0;
  return { score, words: view.finalText.split(' ').length };
};

/** Of some samples a record, of others a number: what comes of it depends on which came first. */
const brokenReward: CustomRM = (_args, sample, view) => {
  if (view.finalText === '') return 0;
  const score = view.finalText.trim() === String(sample.label) ? 1 : 0;
  return { score, words: view.finalText.split(' ').length };
};

export const correct = defineReward({ mode: 'single', reward: correctReward });
export const broken = defineReward({ mode: 'single', reward: brokenReward });

export const specimen = {
  kind: 'rm',
  args: { reward_key: 'score' },
  fault: { row: 'A037', check: 'rm/reward-key' },
};
