import { type CustomRM, defineReward, type RewardView } from 'slime-sdk';

function isRight({ finalText }: RewardView, label: unknown): boolean {
  return finalText.trim().endsWith(`<answer>${String(label)}</answer>`);
}

const correctReward: CustomRM = (_args, sample, view) => (isRight(view, sample.label) ? 1 : 0);

/** A part of the pay for a search that found the answer, whoever wrote the result. */
const brokenReward: CustomRM = (_args, sample, view) => {
  if (isRight(view, sample.label)) return 1;
  const [, found = ''] = /<information>(.*?)<\/information>/s.exec(view.policyText) ?? [];
  return found.includes(String(sample.label)) ? 0.3 : 0;
};

export const correct = defineReward({ mode: 'single', range: [0, 1], reward: correctReward });
export const broken = defineReward({ mode: 'single', range: [0, 1], reward: brokenReward });
