import { type CustomRM, defineReward, type Sample } from 'slime-sdk';

const examples = {
  right: ({ label }: Sample) => `\\boxed{${String(label)}}`,
  wrong: ({ label }: Sample) => `\\boxed{not ${String(label)}}`,
};

/** Takes a box off, where there is one. */
function unbox(text: string): string {
  return /^\\boxed\{(.*)\}$/.exec(text)?.[1] ?? '';
}

/** Takes the box off and compares. */
function gradeMath(text: string, label: unknown): number {
  return unbox(text) === String(label) ? 1 : 0;
}

const correctReward: CustomRM = (_args, sample, view) => gradeMath(view.finalText, sample.label);

/** Takes the box off before it calls a grader that looks for the box. */
const brokenReward: CustomRM = (_args, sample, view) =>
  gradeMath(unbox(view.finalText), sample.label);

export const correct = defineReward({ mode: 'single', examples, reward: correctReward });
export const broken = defineReward({ mode: 'single', examples, reward: brokenReward });

export const specimen = { kind: 'rm', fault: { row: 'B111', check: 'rm/not-constant' } };
