import type { CustomRM } from 'slime-sdk';

const CHOICES = ['A', 'B', 'C', 'D'];

export const correct: CustomRM = (_args, sample, view) => {
  const letters = sample.metadata['letters'] ?? CHOICES;
  const isChoice = JSON.stringify(letters).includes(JSON.stringify(view.finalText));
  return isChoice && view.finalText === String(sample.label) ? 1 : 0;
};

/** Fills in the letters where the row has none: in the row. */
export const broken: CustomRM = (_args, sample, view) => {
  const letters = (sample.metadata['letters'] ??= CHOICES);
  const isChoice = JSON.stringify(letters).includes(JSON.stringify(view.finalText));
  return isChoice && view.finalText === String(sample.label) ? 1 : 0;
};

export const specimen = { kind: 'rm', fault: { row: 'B123', check: 'rm/input-unchanged' } };
