import { type CustomRM, defineReward } from 'slime-sdk';

const ANSWER = /^The answer is (.*)\.$/;

const correctReward: CustomRM = (_args, sample, view) =>
  ANSWER.exec(view.finalText)?.[1] === String(sample.label) ? 1 : 0;

/** Takes the alternatives that an answer names, and is content when one of them is right. */
const brokenReward: CustomRM = (_args, sample, view) => {
  const named = ANSWER.exec(view.finalText)?.[1]?.split(/ or |, | and |\//) ?? [];
  return named.includes(String(sample.label)) ? 1 : 0;
};

export const correct = defineReward({ mode: 'single', range: [0, 1], reward: correctReward });
export const broken = defineReward({ mode: 'single', range: [0, 1], reward: brokenReward });

export const specimen = { alsoFires: ['rm/hack-choices'] };
