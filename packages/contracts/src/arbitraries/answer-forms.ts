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
