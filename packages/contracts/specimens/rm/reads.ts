import { type CustomRM, defineReward } from 'slime-sdk';

function lastBox(text: string): string | undefined {
  return [...text.matchAll(/\\boxed\{([^{}]*)\}/g)].at(-1)?.[1];
}

const correctReward: CustomRM = (_args, sample, view) =>
  lastBox(view.policyText) === String(sample.label) ? 1 : 0;

/** The response holds what the environment said between the turns. */
const brokenReward: CustomRM = (_args, sample) =>
  lastBox(sample.response) === String(sample.label) ? 1 : 0;

const declaration = { mode: 'single', range: [0, 1], reads: ['policy', 'label'] } as const;

export const correct = defineReward({ ...declaration, reward: correctReward });
export const broken = defineReward({ ...declaration, reward: brokenReward });
