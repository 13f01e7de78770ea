import type { CustomRM } from 'slime-sdk';

function power(text: string, mostDigits: number): string {
  const [, base = '0', exponent = '1'] = /^(\d+)(?:\*\*(\d+))?$/.exec(text) ?? [];
  const isSmall = base.length * Number(exponent) <= mostDigits;
  return isSmall ? String(BigInt(base) ** BigInt(exponent)) : text;
}

function rightSide(text: string): string {
  return text.split('=').at(-1) ?? '';
}

function grade(mostDigitsOfEquations: number): CustomRM {
  return (_args, sample, view) => {
    const answer = view.finalText.trim();
    const isEquation = answer.split('=').length === 2;
    const value = power(rightSide(answer), isEquation ? mostDigitsOfEquations : 100);
    return value === rightSide(String(sample.label)) ? 1 : 0;
  };
}

export const correct = grade(100);

/** Answers are bounded; an equation takes another branch, which is not. */
export const broken = grade(Infinity);

export const specimen = { kind: 'rm', fault: { row: 'A106', check: 'rm/time' } };
