import { setImmediate as turn } from 'node:timers/promises';
import type { CustomRM } from 'slime-sdk';

export const correct: CustomRM = async (_args, sample, view) => {
  const answer = view.finalText.trim();
  await turn();
  return answer === String(sample.label) ? 1 : 0;
};

let current = '';

/** Shares a variable across an await: calls at once all see the answer of the last one. */
export const broken: CustomRM = async (_args, sample, view) => {
  current = view.finalText.trim();
  await turn();
  return current === String(sample.label) ? 1 : 0;
};
