import { mayHaveValue } from './may-have-value.ts';
import type { Answer } from './read/answer.ts';
import { brokenPart, formulas } from './read/formulas.ts';
import { readAnswer } from './read/parse-answer.ts';

/** What shows that a text is meant for mathematics: `C++` and `Yes!` are words. */
const MATHEMATICS = /[\d^=<>≤≥]|\\(?:[dtc]?frac|sqrt|[dt]?binom|[lg]eq?|cdot|times)(?![A-Za-z])/;
/** `Na^+`, `\mathrm{SO}_4^{2-}`, `Fe3+`: the sign is a charge, not an operation that breaks off. */
const CHARGE =
  /^(?:[A-Z][a-z]?\d*)+[+-]$|(?:[A-Z][a-z]?|[)\]}]|_\d)\s*\^\s*(?:[+-]|\{\s*\d*\s*[+-]\s*\})\s*\}?\s*$/;
/** `e^-`, `\mu^+`, `n^+`: a particle. */
const PARTICLE = /^(?:[a-z]|\\[A-Za-z]+)\s*\^\s*(?:[+-]|\{\s*[+-]\s*\})$/;
/** `z^*`, `A^{*}`: a mark. */
const STAR = /[A-Za-z)\]}]\s*\^\s*(?:\*|\{\s*\*\s*\})$/;
/** `63 out of 400`: a value in words, which no answer in numbers would meet. `5 to 7` and `3 mod 5` are notation. */
const NUMBERS_AROUND_WORDS = /^[\d.,]+(?: [a-z]+){2,} [\d.,]+$/;

/** A label as it is read where letters keep their case and are no units. */
interface ReadLabel {
  readonly answer: Answer;
  /** What makes it useless as a label, in words; null where it states an answer. */
  readonly fault: string | null;
}

/** The last label: the samples of a group have one, and each asks twice. */
let last: (ReadLabel & { text: string }) | null = null;

/**
 * Reads a label in plain characters and works its formulas out.
 *
 * @throws OverBound when it is nested too deeply or holds a number past the bounds.
 */
export function readStrictly(text: string): ReadLabel {
  if (last?.text === text) return last;
  const answer = readAnswer(text, { foldCase: false, letterUnits: false });
  last = { text, answer, fault: faultOf(text, answer) };
  return last;
}

function faultOf(text: string, answer: Answer): string | null {
  const broken = brokenPart(answer);
  if (
    broken !== null &&
    MATHEMATICS.test(text) &&
    !CHARGE.test(text) &&
    !PARTICLE.test(text) &&
    !STAR.test(text)
  ) {
    return `is broken (${broken})`;
  }
  if (answer.kind === 'text' && NUMBERS_AROUND_WORDS.test(text)) {
    return 'is no value that can be read (words between two numbers)';
  }
  return formulas(answer).every(mayHaveValue) ? null : 'has no value (as 1/0 has none)';
}
