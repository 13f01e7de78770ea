import type { CustomRM } from 'slime-sdk';

function lastBox(text: string): string | undefined {
  return [...text.matchAll(/\\boxed\{([^{}]*)\}/g)].at(-1)?.[1];
}

export const correct: CustomRM = (_args, sample, view) => {
  const parts = view.finalText.split('###Response');
  return lastBox(parts.at(-1) ?? '') === String(sample.label) ? 1 : 0;
};

/** Takes what follows the first marker: where the marker is said again, the answer is lost. */
export const broken: CustomRM = (_args, sample, view) => {
  const parts = view.finalText.split('###Response');
  return lastBox(parts[1] ?? parts[0] ?? '') === String(sample.label) ? 1 : 0;
};

export const specimen = { kind: 'rm', fault: { row: 'A072', check: 'rm/last-answer' } };
