import type { JsonValue } from '../../json.ts';
import { extractAnswer } from '../math/extract-answer.ts';
import { judgeAnswer, type MathFault, type MathOptions } from '../math/grade-answer.ts';
import { readLabel } from '../math/label.ts';
import { assertText } from '../text-argument.ts';
import type { Verdict } from '../verdict.ts';
import { visibleText } from '../visible-text.ts';
import { assertNumericLabel } from './numeric-label.ts';
import { statedAnswer } from './stated-answer.ts';

/** slime's reward `dapo`, with the answer and the reason. */
export type DapoReward = Verdict<-1 | 1, 'equal' | MathFault>;

/** Where the answer stands, and how it is compared. */
export interface DapoOptions extends MathOptions {
  /**
   * slime's `strict_box_verify`. False (default): the last `Answer: …`, and the label is a number.
   * True: the last complete box.
   */
  strictBoxVerify?: boolean;
}

/** The form in which slime's `compute_score` gives the same. */
export interface DapoScore {
  score: -1 | 1;
  acc: boolean;
  pred: string | null;
}

/**
 * slime's `--rm-type dapo`: 1 for a response whose stated answer equals the label, else -1.
 *
 * The whole text after the thoughts is searched, not its last 300 characters, and numbers are
 * compared exactly, not as `int(float(label))`.
 *
 * @throws DataError for a label that is missing, unusable or, unless strict, no number.
 */
export async function dapo(
  response: string,
  label: JsonValue | undefined,
  { strictBoxVerify = false, ...options }: DapoOptions = {},
): Promise<DapoReward> {
  assertText('dapo', response);
  const text = visibleText(response);
  const expected = readLabel('dapo', label);
  if (!strictBoxVerify) await assertNumericLabel(expected);
  const stated = strictBoxVerify ? extractAnswer(text) : statedAnswer(text);
  const { correct, reason, answer } = await judgeAnswer(stated, expected, {
    ...options,
    isBox: strictBoxVerify,
  });
  return { reward: correct ? 1 : -1, extracted: answer, reason };
}

/** A verdict of {@link dapo} in slime's form: no answer is `[INVALID]`, no box null. */
export function dapoScore(
  { reward, extracted }: DapoReward,
  { strictBoxVerify = false }: DapoOptions = {},
): DapoScore {
  return {
    score: reward,
    acc: reward === 1,
    pred: extracted ?? (strictBoxVerify ? null : '[INVALID]'),
  };
}
