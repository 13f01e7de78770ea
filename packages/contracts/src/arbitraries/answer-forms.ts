import type { Picker } from './picks.ts';
import type { AnswerFrame } from './vocabulary.ts';

/** Forms in which models state an answer, the plainest first. */
export const ANSWER_FORMS: readonly ((answer: string) => string)[] = [
  (answer) => answer,
  (answer) => `\\boxed{${answer}}`,
  (answer) => `The answer is \\boxed{${answer}}.`,
  (answer) => `#### ${answer}`,
  (answer) => `Answer: ${answer}`,
  (answer) => `<answer>${answer}</answer>`,
  (answer) => `The answer is ${answer}.`,
  (answer) => `**Answer:** ${answer}`,
  (answer) => `<answer>\n${answer}\n</answer>`,
  (answer) => `Final answer: $${answer}$`,
  (answer) => `\\[ \\boxed{${answer}} \\]`,
  (answer) => `(${answer})`,
  (answer) => `{"answer": ${JSON.stringify(answer)}}`,
  (answer) => `\\fbox{${answer}}`,
  (answer) => `\\boxed {${answer}}`,
];

/** States an answer in the frame that the plugin looks for, where there is one, or a common form. */
export function inForm(answer: string, frame: AnswerFrame | undefined, picker: Picker): string {
  if (frame !== undefined) return frame[0] + answer + frame[1];
  if (picker.chance(25)) return `\\boxed{${answer}}`;
  return picker.from(ANSWER_FORMS)?.(answer) ?? answer;
}
