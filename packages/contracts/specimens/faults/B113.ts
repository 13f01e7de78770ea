import type { CustomRM } from 'slime-sdk';

function factorial(count: number): string {
  let product = 1n;
  for (let factor = 2n; factor <= count; factor += 1n) product *= factor;
  return String(product);
}

function grade(most: number): CustomRM {
  return (_args, sample, view) => {
    const answer = view.finalText.trim();
    const [, digits] = /^(\d+)!$/.exec(answer) ?? [];
    const isWorkedOut = digits !== undefined && Number(digits) <= most;
    return (isWorkedOut ? factorial(Number(digits)) : answer) === String(sample.label) ? 1 : 0;
  };
}

export const correct = grade(50);

/** 99999999! is nine characters long, and takes hours. */
export const broken = grade(Infinity);

export const specimen = { kind: 'rm', fault: { row: 'B113', check: 'rm/time' } };
