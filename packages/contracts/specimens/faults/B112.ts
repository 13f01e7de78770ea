import { type CustomRM, defineReward, type Sample } from 'slime-sdk';

const examples = {
  right: ({ label }: Sample) => `It is \\boxed{${String(label)}}`,
  wrong: ({ label }: Sample) => `It is \\boxed{not ${String(label)}}`,
};

function grade(solution: string, label: unknown): number {
  return solution.endsWith(`\\boxed{${String(label)}}`) ? 1 : 0;
}

const correctReward: CustomRM = (_args, sample, view) =>
  grade(view.policyText.split(/<\/think>|###Response/).at(-1) ?? '', sample.label);

/** 0 unless one of two markers is there, which few models write. */
const brokenReward: CustomRM = (_args, sample, view) => {
  const [, ...solutions] = view.policyText.split(/<\/think>|###Response/);
  return grade(solutions.at(-1) ?? '', sample.label);
};

export const correct = defineReward({ mode: 'single', examples, reward: correctReward });
export const broken = defineReward({ mode: 'single', examples, reward: brokenReward });

export const specimen = { kind: 'rm', fault: { row: 'B112', check: 'rm/calibration' } };
