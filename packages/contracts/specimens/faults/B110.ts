import { type CustomRM, DataError } from 'slime-sdk';

export const correct: CustomRM = (_args, { label }, view) => {
  if (label === null || label === '') throw new DataError('the row has no label');
  return view.finalText.trim() === String(label) ? 1 : 0;
};

/** The number 0 is falsy, and so no answer to it is right. */
export const broken: CustomRM = (_args, { label }, view) => {
  if (!label) return 0;
  return view.finalText.trim() === String(label) ? 1 : 0;
};

export const specimen = { kind: 'rm', fault: { row: 'B110', check: 'rm/label-falsy' } };
