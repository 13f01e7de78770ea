import { runInThisContext } from 'node:vm';
import type { CustomRM } from 'slime-sdk';

/** Reads `a + b` and `a * b`, and nothing else. */
function readFormula(text: string): number {
  const [, left, sign, right] = /^(\d+)([+*])(\d+)$/.exec(text.replaceAll(' ', '')) ?? [];
  if (right === undefined) return Number(text);
  return sign === '+' ? Number(left) + Number(right) : Number(left) * Number(right);
}

/** Hands formulas to the engine of the language, behind a list of words that are forbidden. */
function runFormula(text: string): number {
  if (/import|require|process|eval|Function/.test(text)) return Number.NaN;
  return Number(runInThisContext(text));
}

function grade(valueOf: (text: string) => number): CustomRM {
  return (_args, sample, view) => {
    try {
      return valueOf(view.finalText) === Number(sample.label) ? 1 : 0;
    } catch {
      return 0;
    }
  };
}

export const correct = grade(readFormula);
export const broken = grade(runFormula);

export const specimen = { kind: 'rm', fault: { row: 'A074', check: 'rm/no-eval' } };
