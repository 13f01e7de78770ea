import { type CustomRM, defineReward } from 'slime-sdk';

function grade(whenWrong: number): CustomRM {
  return (_args, sample, view) => (view.finalText.trim() === String(sample.label) ? 1 : whenWrong);
}

export const correct = defineReward({ mode: 'single', range: [0, 1], reward: grade(0) });

/** -1 for a wrong answer, as another grader has it, beside graders from 0 to 1. */
export const broken = defineReward({ mode: 'single', range: [0, 1], reward: grade(-1) });

export const specimen = { kind: 'rm', fault: { row: 'B120', check: 'rm/range' } };
