import type { JsonValue } from '../../json.ts';
import { MAX_ANSWER_LENGTH, OverBound } from './bounds.ts';
import { AnswerComparison, type Equality, type PercentPolicy } from './compare-answers.ts';
import { ExactEquality } from './exact-equality.ts';
import { extractAnswer } from './extract-answer.ts';
import { labelError, readLabel } from './label.ts';
import type { Answer } from './read/answer.ts';
import { formulas } from './read/formulas.ts';
import { readAnswer } from './read/parse-answer.ts';
import type { Reading } from './read/parse-expression.ts';
import { isBlank, plainAnswer, spelling } from './read/plain-answer.ts';
import { loadSymbolic } from './symbolic.ts';

/**
 * Why an answer is wrong: `no_answer` no complete box, or an empty one; `unparsable` not
 * mathematics, where the label is; `over_bound` larger than what is evaluated; `different`.
 */
export type MathFault = 'no_answer' | 'unparsable' | 'over_bound' | 'different';

/** The verdict on a response, with the answer that was taken from it. */
export type MathVerdict =
  | { correct: true; reason: 'equal'; answer: string }
  | { correct: false; reason: MathFault; answer: string | null };

/** How answers are compared where mathematics leaves it open. */
export interface MathOptions {
  /**
   * `hundredth` (default): 50% is 1/2 and is not 50. `unit`: 50% is 50 of a unit that a bare
   * number may leave out, and is not 1/2; for questions that ask "how many percent".
   */
  percent?: PercentPolicy;
}

type Decision = 'equal' | 'different' | 'unparsable';

const CAPITALS = /[A-Z]/;
const LONE_LETTER = /\d\s*[A-Za-z](?![A-Za-z])/;

const WORDS = /\\(?:text|mbox|mathrm|textrm)\s*\{[^{}]*\}|\\[A-Za-z]+/g;

/** Whether a text writes no letter both large and small, words and commands left out. */
function isOneCase(text: string): boolean {
  const letters = new Set(text.replaceAll(WORDS, ''));
  return [...letters].every(
    (letter) => letter === letter.toLowerCase() || !letters.has(letter.toLowerCase()),
  );
}

/** The ways to read two answers, the strict one first. */
function readings(label: string, answer: string): Reading[] {
  const foldCase = CAPITALS.test(label + answer) && isOneCase(label) && isOneCase(answer);
  const letterUnits = LONE_LETTER.test(label) || LONE_LETTER.test(answer);
  return [
    { foldCase: false, letterUnits: false },
    ...(foldCase ? [{ foldCase, letterUnits: false }] : []),
    ...(letterUnits ? [{ foldCase, letterUnits }] : []),
  ];
}

/** Reads a label and works out its formulas. @throws DataError when that goes past a bound. */
function readLabelAnswer(label: string, reading: Reading): { answer: Answer; opaque: boolean } {
  try {
    const answer = readAnswer(label, reading);
    const exact = new ExactEquality();
    for (const formula of formulas(answer)) exact.evaluates(formula);
    return { answer, opaque: exact.opaque };
  } catch (error) {
    if (!(error instanceof OverBound)) throw error;
    throw labelError(label, `goes past a bound (${error.message})`);
  }
}

async function compare(
  label: string,
  source: string,
  reading: Reading,
  percent: PercentPolicy,
): Promise<Decision> {
  const { answer: expected, opaque } = readLabelAnswer(label, reading);
  const given = readAnswer(source, reading);
  const exact = new ExactEquality();
  if (new AnswerComparison(exact, percent).equal(expected, given)) return 'equal';
  if (given.kind === 'text' && expected.kind !== 'text') return 'unparsable';
  if (!opaque || !exact.opaque) return 'different';
  // Functions of variables have many forms: sin 2x is 2 sin x cos x.
  const symbolic = await loadSymbolic();
  const either: Equality = {
    equal: (a, b) => exact.equal(a, b) || symbolic(a, b),
    proportional: (a, b) => exact.proportional(a, b),
  };
  return new AnswerComparison(either, percent).equal(expected, given) ? 'equal' : 'different';
}

/**
 * Grades the last complete box of a response against a label.
 *
 * Formulas are compared by exact arithmetic, never by floating point, and never as code. Only
 * where a label holds functions of variables and the forms differ, `nerdamer-prime` is loaded.
 * Every size is bounded before anything is worked out, and nothing runs on after the return.
 *
 * Rules: members of `\{…\}`, of `a or b` and of a bare list have no order, those of tuples and
 * intervals do; units must be the same or convert, and a number without one stands for any; `x = 5`
 * is 5, and `y = 2x` is not met by an equation that is yet to be solved for y; letters are compared without regard to case unless one side uses both; words likewise.
 *
 * @throws DataError for a label that is missing or unusable (0 is a label): never a wrong answer.
 * @throws GraderError when `nerdamer-prime` is needed and not installed.
 */
export async function gradeAnswer(
  response: string,
  label: JsonValue | undefined,
  options: MathOptions = {},
): Promise<MathVerdict> {
  const expected = readLabel(label);
  const answer = extractAnswer(response);
  if (answer === null) return { correct: false, reason: 'no_answer', answer };
  if (answer.length > MAX_ANSWER_LENGTH) {
    return { correct: false, reason: 'over_bound', answer: answer.slice(0, MAX_ANSWER_LENGTH) };
  }
  const given = plainAnswer(answer);
  if (isBlank(given)) return { correct: false, reason: 'no_answer', answer };
  if (spelling(given) === spelling(expected)) return { correct: true, reason: 'equal', answer };
  try {
    let reason: MathFault = 'unparsable';
    for (const reading of readings(expected, given)) {
      const decision = await compare(expected, given, reading, options.percent ?? 'hundredth');
      if (decision === 'equal') return { correct: true, reason: 'equal', answer };
      if (decision === 'different') reason = decision;
    }
    return { correct: false, reason, answer };
  } catch (error) {
    if (!(error instanceof OverBound)) throw error;
    return { correct: false, reason: 'over_bound', answer };
  }
}
