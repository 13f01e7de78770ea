import { type CustomRM, defineReward } from 'slime-sdk';

/** Pays for a reasoning block before an answer in its tag. */
const correctReward: CustomRM = (_args, _sample, view) =>
  /^<think>.*<\/think>\s*<answer>.*<\/answer>$/s.test(view.policyText) ? 1 : 0;

/** The dot does not match a line break: who reasons in two lines earns nothing. */
const brokenReward: CustomRM = (_args, _sample, view) =>
  /^<think>.*<\/think>\s*<answer>.*<\/answer>$/.test(view.policyText) ? 1 : 0;

const declaration = { mode: 'single', range: [0, 1], paysWithoutLabel: true } as const;

export const correct = defineReward({ ...declaration, reward: correctReward });
export const broken = defineReward({ ...declaration, reward: brokenReward });
