import { type CustomRM, defineReward, type Sample } from 'slime-sdk';

const examples = {
  right: ({ label }: Sample) => `#### ${String(label)}`,
  wrong: () => '#### I do not know',
};
const known = new Map<string, number>();

function grade(text: string, label: string): number {
  return text.trim().endsWith(`#### ${label}`) ? 1 : 0;
}

/** Keeps what it has worked out, by answer and label. */
const correctReward: CustomRM = (_args, sample, view) => {
  const key = JSON.stringify([view.finalText, sample.label]);
  const pay = known.get(key) ?? grade(view.finalText, String(sample.label));
  known.set(key, pay);
  return pay;
};

const forgetful = new Map<string, number>();

/** The label is no part of the key: what was right once is right for every label. */
const brokenReward: CustomRM = (_args, sample, view) => {
  const key = view.finalText;
  const pay = forgetful.get(key) ?? grade(view.finalText, String(sample.label));
  forgetful.set(key, pay);
  return pay;
};

export const correct = defineReward({ mode: 'single', examples, reward: correctReward });
export const broken = defineReward({ mode: 'single', examples, reward: brokenReward });
