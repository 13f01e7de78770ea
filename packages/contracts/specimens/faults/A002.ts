import type { CustomRM } from 'slime-sdk';

export const correct: CustomRM = (_args, sample, view) => {
  const isRight = view.finalText.trim() === String(sample.label);
  return isRight ? 1 : 0;
};

/** A record where nobody named the key to train on: the record itself is the reward. */
export const broken: CustomRM = (_args, sample, view) => {
  const isRight = view.finalText.trim() === String(sample.label);
  return { score: isRight ? 1 : 0, length: view.finalText.length };
};

export const specimen = { kind: 'rm', fault: { row: 'A002', check: 'rm/reward-key' } };
