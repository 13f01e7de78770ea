import { type CustomRM, defineReward } from 'slime-sdk';

const declaration = {
  mode: 'single',
  range: [0, 1],
  reads: ['policy', 'label', 'prompt'],
} as const;

/** Half of the pay for an answer that is about the question, all of it for the right one. */
const correctReward: CustomRM = (_args, sample, view) =>
  view.finalText.trim() === String(sample.label) ? 1 : 0;

/** Half of the pay for words of the question. */
const brokenReward: CustomRM = (_args, sample, view) => {
  if (view.finalText.trim() === String(sample.label)) return 1;
  const prompt = JSON.stringify(sample.prompt);
  return view.finalText.length > 10 && prompt.includes(view.finalText.trim()) ? 0.5 : 0;
};

export const correct = defineReward({ ...declaration, reward: correctReward });
export const broken = defineReward({ ...declaration, reward: brokenReward });
