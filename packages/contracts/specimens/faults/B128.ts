import { type CustomRM, defineReward, type Sample } from 'slime-sdk';

const examples = {
  right: ({ label }: Sample) => `<answer>${String(label)}</answer>`,
  wrong: ({ label }: Sample) => `<answer>not ${String(label)}</answer>`,
};

function answers(text: string): string[] {
  return [...text.matchAll(/<answer>(.*?)<\/answer>/gs)].map(([, answer = '']) => answer);
}

const correctReward: CustomRM = (_args, sample, view) =>
  answers(view.policyText).at(-1) === String(sample.label) ? 1 : 0;

/** The first tag is taken for the example in the prompt, which may have none. */
const brokenReward: CustomRM = (_args, sample, view) => {
  const found = answers(view.policyText);
  return found.length > 1 && found.at(-1) === String(sample.label) ? 1 : 0;
};

export const correct = defineReward({ mode: 'single', examples, reward: correctReward });
export const broken = defineReward({ mode: 'single', examples, reward: brokenReward });

export const specimen = { kind: 'rm', fault: { row: 'B128', check: 'rm/calibration' } };
