import { defineTool, type JsonValue } from 'slime-sdk';
import { gradeAnswer } from 'slime-sdk/rewards';
import { z } from 'zod';

/** What `calc_score` knows of an episode. */
export interface Scoring {
  readonly label: JsonValue;
  /** The score of each graded answer, in order. */
  scores: number[];
}

/**
 * The tool of slime's example: grades an answer, boxed or bare, against the row's label.
 *
 * What it tells quotes neither the answer nor the label and holds no box, so that no grader that
 * reads the observations too can take it for an answer.
 */
export const calcScore = defineTool({
  name: 'calc_score',
  aliases: ['calc_geo3k_reward'],
  description:
    'Checks an answer to the question: scores 1.0 when it is right, 0.0 when it is wrong. ' +
    'Call it before the final answer. The final answer is a turn without a call, with the result ' +
    'in \\boxed{}.',
  parameters: z.object({
    answer: z
      .union([z.string().regex(/\S/, 'must not be blank'), z.number()], {
        error: 'must be a text or a number',
      })
      .describe('The answer, as LaTeX or a number'),
  }),
  async execute({ answer }, scoring: Scoring) {
    const text = String(answer);
    const response = text.includes('\\boxed') ? text : `\\boxed{${text}}`;
    const { correct } = await gradeAnswer(response, scoring.label);
    const score = correct ? 1 : 0;
    scoring.scores.push(score);
    return {
      text: correct
        ? 'calc_score gave 1.0: this matches the reference. ' +
          'Call no tool now, state the final result in a box.'
        : 'calc_score gave 0.0: this does not match the reference. ' +
          'Work it out in another way before you try again.',
      info: { score },
    };
  },
});
