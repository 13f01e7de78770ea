import type { CustomRM } from 'slime-sdk';

/** Whether a reply mentions what it must: as a word of its own. */
export const correct: CustomRM = (_args, sample, view) => {
  const words = view.finalText.split(/[^\w.-]+/);
  return words.includes(String(sample.label)) ? 1 : 0;
};

/** 10 is mentioned in 9109. */
export const broken: CustomRM = (_args, sample, view) => {
  const text = view.finalText;
  return text.includes(String(sample.label)) ? 1 : 0;
};

export const specimen = { kind: 'rm', fault: { row: 'A069', check: 'rm/whole-answer' } };
