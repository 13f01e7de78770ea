import type { JsonValue } from '../../json.ts';
import type { Verdict } from '../verdict.ts';
import { gradeAnswer, type MathFault, type MathOptions } from './grade-answer.ts';

/** slime's reward for mathematics, with the answer and the reason. */
export type MathReward = Verdict<0 | 1, 'equal' | MathFault>;

/**
 * slime's `--rm-type math`: 1 for a response whose last complete box equals the label, else 0.
 *
 * Give it the policy's own words (`view.policyText`): a box in an observation is no answer.
 *
 * @throws DataError for a label that is missing or unusable.
 */
export async function math(
  response: string,
  label: JsonValue | undefined,
  options?: MathOptions,
): Promise<MathReward> {
  const { correct, reason, answer } = await gradeAnswer(response, label, options);
  return { reward: correct ? 1 : 0, extracted: answer, reason };
}
