import type { CustomRM } from 'slime-sdk';

export const correct: CustomRM = (_args, sample, view) => {
  let answer = '';
  const found = /answer is (\w+)\.?\s*$/i.exec(view.finalText);
  if (found !== null) answer = found[1] ?? '';
  return answer === String(sample.label) ? 1 : 0;
};

let answer = '';

/** Declared outside of the function: a response without an answer has that of the last one. */
export const broken: CustomRM = (_args, sample, view) => {
  const found = /answer is (\w+)\.?\s*$/i.exec(view.finalText);
  if (found !== null) answer = found[1] ?? '';
  return answer === String(sample.label) ? 1 : 0;
};

export const specimen = { alsoFires: ['rm/concurrent'] };
