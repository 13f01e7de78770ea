import type { JsonValue } from '../json.ts';
import { extractAnswer } from './math/extract-answer.ts';
import { judgeAnswer, type MathFault, type MathOptions } from './math/grade-answer.ts';
import { readLabel } from './math/label.ts';
import { assertText } from './text-argument.ts';
import type { Verdict } from './verdict.ts';
import { visibleText } from './visible-text.ts';

/** slime's reward `deepscaler`, with the answer and the reason. */
export type DeepscalerReward = Verdict<0 | 1, 'equal' | MathFault>;

const MARKER = '###Response';

/** The part of a response that is its answer. */
function answerPart(response: string): string {
  if (response.includes('</think>')) return visibleText(response);
  const marker = response.lastIndexOf(MARKER);
  return visibleText(marker < 0 ? response : response.slice(marker + MARKER.length));
}

/**
 * slime's `--rm-type deepscaler`: as `math`, but a box counts only after the thoughts: after the
 * last `</think>`, else after the last `###Response`, else anywhere outside a thought that is not
 * finished.
 *
 * slime gives 0 without one of these marks, which models that do not think never write.
 *
 * @throws DataError for a label that is missing or unusable.
 */
export async function deepscaler(
  response: string,
  label: JsonValue | undefined,
  options?: MathOptions,
): Promise<DeepscalerReward> {
  assertText('deepscaler', response);
  const boxed = extractAnswer(answerPart(response));
  const expected = readLabel('deepscaler', label);
  const { correct, reason, answer } = await judgeAnswer(boxed, expected, options);
  return { reward: correct ? 1 : 0, extracted: answer, reason };
}
