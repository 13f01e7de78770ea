import { type CustomRM, defineReward } from 'slime-sdk';

const correctReward: CustomRM = (_args, sample, view) =>
  view.finalText.trim() === String(sample.label) ? 1 : 0;

/** A little more for each hundred words, so that answers are not too short. */
const brokenReward: CustomRM = (_args, sample, view) =>
  view.finalText.trim() === String(sample.label)
    ? 1
    : Math.min(0.5, Math.floor((view.finalText.match(/\w+/g)?.length ?? 0) / 100) / 10);

export const correct = defineReward({ mode: 'single', range: [0, 1], reward: correctReward });
export const broken = defineReward({ mode: 'single', range: [0, 1], reward: brokenReward });
