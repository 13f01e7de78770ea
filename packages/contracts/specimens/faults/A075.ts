import { runInThisContext } from 'node:vm';
import type { CustomRM } from 'slime-sdk';

function grade(readMatrix: (text: string) => unknown): CustomRM {
  return (_args, sample, view) => {
    const answer = view.finalText.trim();
    try {
      const value = answer.startsWith('[[') ? readMatrix(answer) : answer;
      return String(value) === String(sample.label) ? 1 : 0;
    } catch {
      return 0;
    }
  };
}

export const correct = grade((text) => JSON.parse(text));

/** A matrix is a literal of the language, so it is run: with the calls that it holds. */
export const broken = grade((text) => runInThisContext(text));

export const specimen = { kind: 'rm', fault: { row: 'A075', check: 'rm/no-eval' } };
