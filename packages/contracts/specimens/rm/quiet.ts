import type { CustomRM } from 'slime-sdk';

export const correct: CustomRM = (_args, sample, view) =>
  view.finalText.trim() === String(sample.label) ? 1 : 0;

/** A line for each sample, left over from looking for a fault. */
export const broken: CustomRM = (_args, sample, view) => {
  process.stdout.write(`${view.finalText} against ${String(sample.label)}\n`);
  return view.finalText.trim() === String(sample.label) ? 1 : 0;
};
