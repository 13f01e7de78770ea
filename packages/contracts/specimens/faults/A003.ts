import type { CustomRM } from 'slime-sdk';

export const correct: CustomRM = (_args, sample, view) => {
  const answer = view.policyText.split('</think>').at(-1) ?? '';
  return answer.trim() === `\\boxed{${String(sample.label)}}` ? 1 : 0;
};

/** Text without a closed reasoning block has no answer: a model that does not think earns 0. */
export const broken: CustomRM = (_args, sample, view) => {
  if (!view.policyText.includes('</think>')) return 0;
  const answer = view.policyText.split('</think>').at(-1) ?? '';
  return answer.trim() === `\\boxed{${String(sample.label)}}` ? 1 : 0;
};

export const specimen = { kind: 'rm', fault: { row: 'A003', check: 'rm/calibration' } };
