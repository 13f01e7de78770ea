import { type CustomRM, DataError } from 'slime-sdk';

export const correct: CustomRM = (_args, { label }, view) => {
  if (typeof label !== 'string' && typeof label !== 'number') {
    throw new DataError(`the label is no text: ${JSON.stringify(label)}`);
  }
  return view.finalText.trim() === String(label).toLowerCase() ? 1 : 0;
};

/** A label that is null or a list has no such method. */
export const broken: CustomRM = (_args, { label }, view) => {
  const text = typeof label === 'number' ? String(label) : (label as string);
  return view.finalText.trim() === text.toLowerCase() ? 1 : 0;
};
