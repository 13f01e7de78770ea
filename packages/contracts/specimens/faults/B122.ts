import type { CustomRM } from 'slime-sdk';

function answerOf(text: string): string {
  return text.replace(/^The answer is /, '').replace(/\.$/, '');
}

/** Where no letter is stated, the text of the choice counts. */
export const correct: CustomRM = (_args, sample, view) =>
  answerOf(view.finalText) === String(sample.label) ? 1 : 0;

/** The choice `no` stands in `not`, and 4 in 14. */
export const broken: CustomRM = (_args, sample, view) =>
  answerOf(view.finalText).includes(String(sample.label)) ? 1 : 0;

export const specimen = { kind: 'rm', fault: { row: 'B122', check: 'rm/whole-answer' } };
