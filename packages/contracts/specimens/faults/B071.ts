import { type CustomRM, defineReward } from 'slime-sdk';

const correctReward: CustomRM = (_args, sample, view) => {
  const isRight = view.finalText.trim() === String(sample.label);
  return { score: isRight ? 1 : 0 };
};

/** The bare number, where the run asks for the key of a record. */
const brokenReward: CustomRM = (_args, sample, view) => {
  const isRight = view.finalText.trim() === String(sample.label);
  return isRight ? 1 : 0;
};

export const correct = defineReward({ mode: 'single', reward: correctReward });
export const broken = defineReward({ mode: 'single', reward: brokenReward });

export const specimen = {
  kind: 'rm',
  args: { reward_key: 'score' },
  fault: { row: 'B071', check: 'rm/reward-key' },
};
