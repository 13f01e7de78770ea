import type { CustomRM } from 'slime-sdk';

function lastBox(text: string): string | undefined {
  return [...text.matchAll(/\\boxed\{([^{}]*)\}/g)].at(-1)?.[1];
}

export const correct: CustomRM = (_args, sample, view) =>
  lastBox(view.policyText) === String(sample.label) ? 1 : 0;

/** The response holds what the environment said between the turns. */
export const broken: CustomRM = (_args, sample) =>
  lastBox(sample.response) === String(sample.label) ? 1 : 0;
