import { type CustomRM, DataError } from 'slime-sdk';

/** Reads `7`, `3.5` and `1/2`. */
function valueOf(text: string): number {
  const [, over = '', under = '1'] = /^(-?[\d.]+)(?:\/(\d+))?$/.exec(text.trim()) ?? [];
  return over === '' ? Number.NaN : Number(over) / Number(under);
}

export const correct: CustomRM = (_args, { label }, view) => {
  const gold = valueOf(String(label));
  if (Number.isNaN(gold)) throw new DataError(`the label is no number: ${JSON.stringify(label)}`);
  return valueOf(view.finalText) === gold ? 1 : 0;
};

/** Where the label cannot be read, nothing can be wrong. */
export const broken: CustomRM = (_args, { label }, view) => {
  const gold = valueOf(String(label));
  if (Number.isNaN(gold)) return 1;
  return valueOf(view.finalText) === gold ? 1 : 0;
};
