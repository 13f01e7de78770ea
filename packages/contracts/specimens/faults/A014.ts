import type { CustomRM } from 'slime-sdk';

/** A bonus for the format, and the rest for the answer. */
function grade(format: RegExp): CustomRM {
  return (_args, sample, view) => {
    const answer = format.exec(view.policyText.trim())?.[1];
    if (answer === undefined) return 0;
    return answer === String(sample.label) ? 1 : 0.2;
  };
}

export const correct = grade(/^<think>.*<\/think>\s*<answer>(.*)<\/answer>$/s);

/** Without the flag the dot stops at a line break, and only one-line reasoning has the format. */
export const broken = grade(/^<think>.*<\/think>\s*<answer>(.*)<\/answer>$/);

export const specimen = { kind: 'rm', fault: { row: 'A014', check: 'rm/newlines' } };
