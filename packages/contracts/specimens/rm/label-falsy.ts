import type { CustomRM } from 'slime-sdk';

export const correct: CustomRM = (_args, { label }, view) => {
  if (label === null) return 0;
  return view.finalText.trim() === String(label) ? 1 : 0;
};

/** Takes the label 0 for a missing one. */
export const broken: CustomRM = (_args, { label }, view) => {
  if (!label) return 0;
  return view.finalText.trim() === String(label) ? 1 : 0;
};
