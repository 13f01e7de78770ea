import { Fault } from '../python/fault.ts';
import { roundToCents, toFloat } from '../python/number.ts';
import { elementsOf, textOf } from '../python/operations.ts';
import { numberText } from '../python/text.ts';
import type { PyValue } from '../python/value.ts';
import { evaluate } from './expression.ts';

/** Longer than any sum that a conversation needs. */
const MAX_LENGTH = 10_000;

/** Numbers that grow by multiplication are bound by the length of the text. */
function evaluateBounded(expression: string): string {
  if (expression.length > MAX_LENGTH) {
    throw new Fault(`the expression is longer than ${MAX_LENGTH} characters`);
  }
  return numberText(roundToCents(toFloat(evaluate(expression))));
}

const CHARACTERS = '0123456789+-*/(). ';
const OTHER_CHARACTER = /[^0-9+\-*/(). ]/;

/** Whether what the benchmark loops over holds other characters; a list of texts passes, too. */
function hasOthers(expression: PyValue): boolean {
  if (!Array.isArray(expression) && !(expression instanceof Map)) {
    return OTHER_CHARACTER.test(textOf(expression, 'expression'));
  }
  return elementsOf(expression, 'expression').some(
    (element) => !CHARACTERS.includes(textOf(element, 'expression')),
  );
}

/** What the tool `calculate` answers: the value of an expression, rounded to two places. */
export function calculate(expression: PyValue): string {
  if (hasOthers(expression)) return 'Error: invalid characters in expression';
  if (typeof expression !== 'string') return 'Error: the expression must be a text';
  try {
    return evaluateBounded(expression);
  } catch (error) {
    if (error instanceof Fault) return `Error: ${error.message}`;
    throw error;
  }
}
