import type { JsonValue } from '../../json.ts';
import { MAX_ANSWER_LENGTH, OverBound } from './bounds.ts';
import { chosenOptions } from './chosen-options.ts';
import type { PercentPolicy } from './compare-quantities.ts';
import { equals } from './exact/rational.ts';
import { extractAnswer } from './extract-answer.ts';
import { assertLabel } from './assert-label.ts';
import { type MathLabel, readable, readLabel } from './label.ts';
import { numberInWords } from './number-in-words.ts';
import { looseNumber, plainNumber } from './plain-number.ts';
import { saysVerdict } from './said-verdict.ts';
import { withoutCondition } from './stated-condition.ts';
import { assertText } from '../text-argument.ts';
import { isBlank, plainAnswer, spelling } from './read/plain-answer.ts';

/**
 * Why an answer is wrong: `no_answer` no complete box, or an empty one; `unparsable` not
 * mathematics, where the label is; `over_bound` larger than what is evaluated; `different`.
 */
export type MathFault = 'no_answer' | 'unparsable' | 'over_bound' | 'different';

/** The verdict on a response, with the answer that was taken from it. */
export type MathVerdict =
  | { correct: true; reason: 'equal'; answer: string }
  | { correct: false; reason: MathFault; answer: string | null };

const POLICIES: readonly PercentPolicy[] = ['either', 'hundredth', 'unit'];

/** How answers are compared where mathematics leaves it open. */
export interface MathOptions {
  /**
   * `hundredth` (default): 50% is 1/2 and is not 50. `unit`: 50% is 50 of a unit that a bare number may
   * leave out, and is not 1/2. `either`: both, for labels that leave the sign out where the question
   * asks "what percent".
   */
  percent?: PercentPolicy;
}

/** @throws TypeError for an option that is none. */
function assertOptions({ percent }: MathOptions): void {
  if (percent === undefined || POLICIES.includes(percent)) return;
  throw new TypeError(
    `the option percent is ${JSON.stringify(percent)}; it may be 'either', 'hundredth' or 'unit'`,
  );
}

/** `(12,345)` is spelt as the label `12,345` is; to the label 12345 it is a pair. */
const insideBrackets = (answer: string): string | null =>
  /^\((\d[\d,.]*)\)$/.exec(answer)?.[1] ?? null;

/** `= 5` goes on from what stands before the box; as a label it is broken off. */
const LEADING_EQUALS = /^=\s*(?=[^\s=/])/;

/** Whether an answer is spelt as the label, brackets and commas that say nothing left out. */
function isSpeltAs(label: string, answer: string): boolean {
  if (spelling(answer) === spelling(label) || insideBrackets(answer) === label) return true;
  if (saysVerdict(label, answer)) return true;
  const chosen = chosenOptions(answer);
  return chosen !== null && chosen === chosenOptions(label);
}

/** Compares as numbers first; what reads formulas is loaded only behind that. */
async function compare(
  label: MathLabel,
  answer: string,
  box: string | null,
  percent: PercentPolicy,
): Promise<'equal' | MathFault> {
  if (isSpeltAs(label.text, answer)) return 'equal';
  try {
    const expected = readable(label, plainNumber);
    const given =
      plainNumber(answer) ??
      numberInWords(answer) ??
      (expected === null || box === null ? null : looseNumber(box));
    if (expected !== null && given !== null) return equals(expected, given) ? 'equal' : 'different';
    const { compareFormulas } = await import('./compare-formulas.ts');
    return compareFormulas(label, withoutCondition(answer, label.text), percent);
  } catch (error) {
    if (!(error instanceof OverBound)) throw error;
    return 'over_bound';
  }
}

/**
 * Grades the last complete box of a response against a label.
 *
 * Formulas are compared by exact arithmetic: never in floating point, never within a tolerance,
 * never as code. Every size is bounded before anything is worked out, the work is counted and not
 * timed, so that a verdict does not depend on the load, and nothing runs on after the return.
 *
 * Rules: members of `\{…\}`, of `a or b` and of a bare list have no order, those of tuples and
 * intervals do; units must be the same or convert, and a number without one stands for any; `x = 5`
 * is 5, and `y = 2x` is not met by an equation that is yet to be solved for y; letters are compared
 * without regard to case unless one side uses both; words likewise. Of `\sqrt2 \approx 1.41` the exact
 * value counts, what is shown of it only for the same decimal; of `\textbf{(B)}\ 12` the letter or what
 * it says, whichever the label has.
 *
 * @throws DataError for a label that is missing or unusable (0 is a label): never a wrong answer;
 * TypeError for a response that is no text, or an option that is none.
 */
export async function gradeAnswer(
  response: string,
  label: JsonValue | undefined,
  options: MathOptions = {},
): Promise<MathVerdict> {
  assertText('math', response);
  return judgeAnswer(extractAnswer(response), readLabel('math', label), options);
}

/**
 * Compares an answer that was taken from a response already, as {@link gradeAnswer} does. Outside a
 * box (`isBox` false) blanks are no room of LaTeX: `3 4` are two numbers.
 *
 * @throws DataError for a label that states no answer, whatever the response.
 */
export async function judgeAnswer(
  answer: string | null,
  label: MathLabel,
  { isBox = true, ...options }: MathOptions & { isBox?: boolean } = {},
): Promise<MathVerdict> {
  assertOptions(options);
  await assertLabel(label);
  if (answer === null) return { correct: false, reason: 'no_answer', answer };
  if (answer.length > MAX_ANSWER_LENGTH) {
    return { correct: false, reason: 'over_bound', answer: answer.slice(0, MAX_ANSWER_LENGTH) };
  }
  const given = plainAnswer(answer).replace(LEADING_EQUALS, '');
  if (isBlank(given)) return { correct: false, reason: 'no_answer', answer };
  const reason = await compare(label, given, isBox ? answer : null, options.percent ?? 'hundredth');
  if (reason === 'equal') return { correct: true, reason, answer };
  return { correct: false, reason, answer };
}
