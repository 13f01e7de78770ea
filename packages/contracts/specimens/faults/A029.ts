import type { CustomRM } from 'slime-sdk';

/** Coefficients of (x+1)**n, by multiplying it out. */
function expand(power: number): string {
  let row = [1n];
  for (let step = 0; step < power; step += 1) {
    row = [...row, 0n].map((value, at) => value + (row[at - 1] ?? 0n));
  }
  return row.join(' ');
}

function grade(mostPower: number): CustomRM {
  return (_args, sample, view) => {
    const [, digits] = /^\(x\+1\)\*\*(\d+)$/.exec(view.finalText.trim()) ?? [];
    const power = Number(digits);
    const answer = power <= mostPower ? expand(power) : view.finalText.trim();
    return answer === String(sample.label) ? 1 : 0;
  };
}

export const correct = grade(20);

/** Multiplies out whatever is asked: no limit of time reaches into the loop. */
export const broken = grade(Infinity);

export const specimen = { kind: 'rm', fault: { row: 'A029', check: 'rm/time' } };
