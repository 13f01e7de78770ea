import type { CustomRM } from 'slime-sdk';

/** Breaks ties by a little noise, the same for the same sample. */
export const correct: CustomRM = (_args, sample, view) =>
  (view.finalText.trim() === String(sample.label) ? 1 : 0) + (view.seed % 7) / 1e4;

/** The noise is another one at each call. */
export const broken: CustomRM = (_args, sample, view) =>
  (view.finalText.trim() === String(sample.label) ? 1 : 0) + Math.random() / 1e4;
