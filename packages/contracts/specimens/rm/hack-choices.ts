import { type CustomRM, defineReward } from 'slime-sdk';

/** The last letter of a choice that stands alone. */
const correctReward: CustomRM = (_args, sample, view) => {
  const [last] = [...view.finalText.matchAll(/\b[A-D]\b/g)].toReversed();
  return last?.[0] === String(sample.label) ? 1 : 0;
};

/** Any of them will do. */
const brokenReward: CustomRM = (_args, sample, view) => {
  const letters = [...view.finalText.matchAll(/\b[A-D]\b/g)].map(([letter]) => letter);
  return letters.includes(String(sample.label)) ? 1 : 0;
};

export const correct = defineReward({ mode: 'single', range: [0, 1], reward: correctReward });
export const broken = defineReward({ mode: 'single', range: [0, 1], reward: brokenReward });

export const specimen = {
  alsoFires: ['rm/hack-hedging', 'rm/hack-many-boxes', 'rm/exploit-search'],
};
