import type { CustomRM } from 'slime-sdk';

/** The contents of all boxes, in order. */
function boxes(text: string): string[] {
  return [...text.matchAll(/\\boxed\{([^{}]*)\}/g)].map(([, content = '']) => content);
}

export const correct: CustomRM = (_args, sample, view) =>
  boxes(view.finalText).at(-1) === String(sample.label) ? 1 : 0;

/** Who corrects himself is graded on what he took back. */
export const broken: CustomRM = (_args, sample, view) =>
  boxes(view.finalText).at(0) === String(sample.label) ? 1 : 0;

export const specimen = { kind: 'rm', fault: { row: 'A015', check: 'rm/last-answer' } };
