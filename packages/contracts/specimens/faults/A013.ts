import type { CustomRM } from 'slime-sdk';

function grade(text: string, answer: string, label: unknown): number {
  const format = /\\boxed\{[^{}]+\}/.test(text) ? 0.1 : 0;
  return format + (answer === `\\boxed{${String(label)}}` ? 0.9 : 0);
}

export const correct: CustomRM = (_args, sample, view) =>
  grade(view.finalText, view.finalText.trim(), sample.label);

/** Looks for the format in prompt and response: a prompt that shows it pays the bonus. */
export const broken: CustomRM = (_args, sample, view) => {
  const text = JSON.stringify(sample.prompt).replaceAll('\\\\', '\\') + view.finalText;
  return grade(text, view.finalText.trim(), sample.label);
};

export const specimen = { kind: 'rm', fault: { row: 'A013', check: 'rm/reads' } };
