import { type CustomRM, defineReward } from 'slime-sdk';

/** Full pay for a right answer, less a little for each of its words. */
const correctReward: CustomRM = (_args, sample, view) => {
  const cost = view.finalText.length / 100;
  const isRight = view.finalText.includes(`= ${String(sample.label)}.`);
  return Math.max(0, (isRight ? 1 : 0) - cost);
};

/** Long answers fall below the declared floor. */
const brokenReward: CustomRM = (_args, sample, view) => {
  const cost = view.finalText.length / 100;
  const isRight = view.finalText.includes(`= ${String(sample.label)}.`);
  return (isRight ? 1 : 0) - cost;
};

export const correct = defineReward({ mode: 'single', range: [0, 1], reward: correctReward });
export const broken = defineReward({ mode: 'single', range: [0, 1], reward: brokenReward });
