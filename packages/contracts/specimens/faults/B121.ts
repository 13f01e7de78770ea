import { type CustomRM, defineReward, type Sample } from 'slime-sdk';

const examples = {
  right: ({ label }: Sample) => `The answer is ${String(label)}.`,
  wrong: ({ label }: Sample) => `The answer is ${label === 'A' ? 'B' : 'A'}.`,
};

const correctReward: CustomRM = (_args, sample, view) => {
  const stated = [...view.finalText.matchAll(/answer is ([A-D])\b/g)].at(-1)?.[1];
  return stated === String(sample.label) ? 1 : 0;
};

/** Takes the first letter after "answer", of either case: also one that is taken back. */
const brokenReward: CustomRM = (_args, sample, view) => {
  const stated = /answer is ([A-D])/i.exec(view.finalText)?.[1]?.toUpperCase();
  return stated === String(sample.label) ? 1 : 0;
};

export const correct = defineReward({ mode: 'single', examples, reward: correctReward });
export const broken = defineReward({ mode: 'single', examples, reward: brokenReward });

export const specimen = { kind: 'rm', fault: { row: 'B121', check: 'rm/last-answer' } };
