import { type CustomRM, DataError } from 'slime-sdk';

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(' ');
}

function overlap(text: string, gold: readonly string[]): number {
  return wordsOf(text).filter((word) => gold.includes(word)).length / Math.max(1, gold.length);
}

/** Of several references the best one counts. */
export const correct: CustomRM = (_args, { label }, view) => {
  const references = (Array.isArray(label) ? label : [label]).map(String);
  if (label === null || references.length === 0) throw new DataError('the row has no reference');
  return Math.max(...references.map((gold) => overlap(view.finalText, wordsOf(gold))));
};

/** A list of references has no words. */
export const broken: CustomRM = (_args, { label }, view) => {
  const reference = typeof label === 'number' ? String(label) : (label as string);
  return overlap(view.finalText, wordsOf(reference));
};

export const specimen = { kind: 'rm', fault: { row: 'B124', check: 'rm/survives-any-label' } };
