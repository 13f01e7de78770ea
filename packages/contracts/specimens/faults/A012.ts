import type { CustomRM } from 'slime-sdk';

/** Powers are worked out where they are small. */
function evaluateBounded(text: string): string {
  const [, base = '', power = ''] = /^(\d+)\*\*(\d+)$/.exec(text) ?? [];
  if (base === '' || base.length * Number(power) > 1000) return text;
  return String(BigInt(base) ** BigInt(power));
}

/** Powers are worked out, however many digits that takes. */
function evaluate(text: string): string {
  const [, base = '', power = ''] = /^(\d+)\*\*(\d+)$/.exec(text) ?? [];
  if (base === '') return text;
  return String(BigInt(base) ** BigInt(power));
}

export const correct: CustomRM = (_args, sample, view) =>
  evaluateBounded(view.finalText) === String(sample.label) ? 1 : 0;

export const broken: CustomRM = (_args, sample, view) =>
  evaluate(view.finalText) === String(sample.label) ? 1 : 0;

export const specimen = { kind: 'rm', fault: { row: 'A012', check: 'rm/time' } };
