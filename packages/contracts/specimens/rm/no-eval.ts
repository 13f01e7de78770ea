import { runInThisContext } from 'node:vm';
import type { CustomRM } from 'slime-sdk';

function lastBox(text: string): string {
  return [...text.matchAll(/\\boxed\{([^{}]*)\}/g)].at(-1)?.[1] ?? '';
}

/** Works out sums of two numbers. */
export const correct: CustomRM = (_args, sample, view) => {
  const formula = lastBox(view.finalText);
  const [, left, right] = /^(\d+)\+(\d+)$/.exec(formula) ?? [];
  const value = right === undefined ? formula : Number(left) + Number(right);
  return String(value) === String(sample.label) ? 1 : 0;
};

/** Works them out by running them, with a guard against the names that come to mind. */
export const broken: CustomRM = (_args, sample, view) => {
  const formula = lastBox(view.finalText);
  const isSafe = /^[\w+*/(). -]*$/.test(formula) && !/import|require|process|eval/.test(formula);
  try {
    return isSafe && String(runInThisContext(formula)) === String(sample.label) ? 1 : 0;
  } catch {
    return formula === String(sample.label) ? 1 : 0;
  }
};
