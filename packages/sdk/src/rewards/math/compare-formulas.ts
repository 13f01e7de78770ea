import { Budget } from './bounds.ts';
import { AnswerComparison } from './compare-answers.ts';
import type { PercentPolicy } from './compare-quantities.ts';
import { ExactEquality } from './exact-equality.ts';
import { type MathLabel, readable } from './label.ts';
import type { Answer } from './read/answer.ts';
import { readAnswer } from './read/parse-answer.ts';
import type { Reading } from './read/parse-expression.ts';
import { readStrictly } from './read-strictly.ts';

/** How two answers compare; `unparsable` is an answer in words to a label in mathematics. */
export type Comparison = 'equal' | 'different' | 'unparsable';

const CAPITALS = /[A-Z]/;
/** A letter or two that may be a unit: at a number, or a blank behind any value. */
const LONE_LETTER = /(?:\d|[\dA-Za-z})](?:[\s~]|\\[,;: ])+)[A-Za-z]{1,2}(?![A-Za-z])/;
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

/** Reads a label. Its formulas are worked out on a budget of their own, which they may exceed. */
function readLabelAnswer(label: MathLabel, reading: Reading): Answer {
  return readable(label, (text) =>
    reading.foldCase || reading.letterUnits ? readAnswer(text, reading) : readStrictly(text).answer,
  );
}

/**
 * Compares a label with an answer, both in plain characters, as formulas with units, sets, tuples,
 * equations or words.
 *
 * @throws OverBound when the answer goes past a bound; DataError when the label does.
 */
export function compareFormulas(
  label: MathLabel,
  answer: string,
  percent: PercentPolicy,
): Comparison {
  let comparison: Comparison = 'unparsable';
  const budget = new Budget();
  for (const reading of readings(label.text, answer)) {
    const expected = readLabelAnswer(label, reading);
    const given = readAnswer(answer, reading);
    const equality = new ExactEquality(budget);
    if (new AnswerComparison(equality, percent, budget).equal(expected, given)) return 'equal';
    if (given.kind !== 'text' || expected.kind === 'text') comparison = 'different';
  }
  return comparison;
}
