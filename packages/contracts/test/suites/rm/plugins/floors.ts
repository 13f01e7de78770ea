import { type CustomRM, defineReward } from 'slime-sdk';

// Rewards that differ in what they pay for nothing.

function grade(right: number, wrong: number, nothing: number): CustomRM {
  return (_args, sample, view) => {
    if (view.finalText === '') return nothing;
    return view.finalText === String(sample.label) ? right : wrong;
  };
}

const unit = { mode: 'single', range: [0, 1] } as const;

export const tenth = defineReward({ ...unit, reward: grade(1, 0, 0.1) });
export const nothing = defineReward({ ...unit, reward: grade(1, 0, 0) });
export const neutral = defineReward({ mode: 'single', range: [-1, 1], reward: grade(1, -1, 0) });
export const formatCredit = defineReward({ ...unit, reward: grade(1, 0.1, 0.1) });
export const bareFull = grade(1, 0, 1);
export const bareTenth = grade(1, 0, 0.1);
export const style = defineReward({ ...unit, paysWithoutLabel: true, reward: grade(1, 0, 1) });
export const unknown: CustomRM = (_args, _sample, view) => -view.finalText.length;
