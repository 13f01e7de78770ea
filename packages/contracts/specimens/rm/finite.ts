import type { CustomRM } from 'slime-sdk';

/** The share of words that are not said twice. */
export const correct: CustomRM = (_args, _sample, view) => {
  const words = view.finalText.match(/\w+/g) ?? [];
  return words.length === 0 ? 0 : new Set(words).size / words.length;
};

/** Divides by zero where there are no words. */
export const broken: CustomRM = (_args, _sample, view) => {
  const words = view.finalText.match(/\w+/g) ?? [];
  return new Set(words).size / words.length;
};

export const specimen = { alsoFires: ['rm/survives-any-response', 'rm/survives-any-status'] };
