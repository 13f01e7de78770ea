import { type CustomRM, defineReward } from 'slime-sdk';

const BOX = /\\boxed\{([^{}]*)\}/g;

const correctReward: CustomRM = (_args, sample, view) => {
  const [last] = [...view.finalText.matchAll(BOX)].toReversed();
  return last?.[1] === String(sample.label) ? 1 : 0;
};

/** One right box among many is enough. */
const brokenReward: CustomRM = (_args, sample, view) => {
  const boxes = [...view.finalText.matchAll(BOX)].map(([, content]) => content);
  return boxes.includes(String(sample.label)) ? 1 : 0;
};

export const correct = defineReward({ mode: 'single', range: [0, 1], reward: correctReward });
export const broken = defineReward({ mode: 'single', range: [0, 1], reward: brokenReward });

export const specimen = { alsoFires: ['rm/hack-hedging', 'rm/exploit-search'] };
