import { type CustomRM, defineReward } from 'slime-sdk';

const correctReward: CustomRM = (_args, sample, view) => {
  const answer = view.finalText.trim();
  return answer !== '' && answer === String(sample.label).trim() ? 1 : 0;
};

/** Starts from full pay and takes it off for a wrong answer, which is not there. */
const brokenReward: CustomRM = (_args, sample, view) => {
  const answer = view.finalText;
  return answer !== '' && answer.trim() !== String(sample.label).trim() ? 0 : 1;
};

export const correct = defineReward({ mode: 'single', range: [0, 1], reward: correctReward });
export const broken = defineReward({ mode: 'single', range: [0, 1], reward: brokenReward });

export const specimen = { alsoFires: ['rm/hack-whitespace', 'rm/exploit-search'] };
