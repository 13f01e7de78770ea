import type { CustomRM } from 'slime-sdk';

/** Reads `{"answer": ...}`. */
export const correct: CustomRM = (_args, sample, view) => {
  try {
    const { answer } = Object(JSON.parse(view.finalText));
    return String(answer) === String(sample.label) ? 1 : 0;
  } catch {
    return 0;
  }
};

/** Text that is no JSON is thrown back. */
export const broken: CustomRM = (_args, sample, view) => {
  if (!view.finalText.startsWith('{')) return 0;
  const { answer } = Object(JSON.parse(view.finalText));
  return String(answer) === String(sample.label) ? 1 : 0;
};
