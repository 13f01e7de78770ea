import { type CustomRM, defineReward } from 'slime-sdk';

function isRight(answer: string, label: unknown): boolean {
  return answer.trim() === `\\boxed{${String(label)}}`;
}

/** What comes after the reasoning, and all of it where there is none. */
const correctReward: CustomRM = (_args, sample, view) =>
  isRight(view.policyText.split('</think>').at(-1) ?? '', sample.label) ? 1 : 0;

/** A model that does not reason never closes the block, and earns nothing. */
const brokenReward: CustomRM = (_args, sample, view) =>
  isRight(view.policyText.split('</think>').slice(1).at(-1) ?? '', sample.label) ? 1 : 0;

export const correct = defineReward({ mode: 'single', range: [0, 1], reward: correctReward });
export const broken = defineReward({ mode: 'single', range: [0, 1], reward: brokenReward });
