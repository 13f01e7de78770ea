import type { Budget } from './bounds.ts';
import type { Answer } from './read/answer.ts';
import { type Expression, parts } from './read/expression.ts';

const CONSTANTS: ReadonlySet<string> = new Set(['pi', 'e', 'i', 'infinity']);

const WORK_OF_A_PART = 0.01;

/** The unknowns of a formula. */
function unknowns(
  formula: Expression,
  budget: Budget,
  found = new Set<string>(),
): ReadonlySet<string> {
  budget.spend(WORK_OF_A_PART);
  if (formula.kind === 'symbol' && !CONSTANTS.has(formula.name)) found.add(formula.name);
  for (const part of parts(formula)) unknowns(part, budget, found);
  return found;
}

const isValue = (side: Answer, budget: Budget): boolean =>
  side.kind === 'quantity' && unknowns(side.value, budget).size === 0;

/** `f(x)+1`, `x+1`: a number added to what is unknown, which is left to be taken away. */
const addsNumber = (value: Expression): boolean =>
  value.kind === 'sum' &&
  value.terms.some((term) => (term.kind === 'negative' ? term.of : term).kind === 'number');

/**
 * Whether a side is something that may be asked for: a name, a function or bars of one, words, or a
 * formula of several unknowns such as `m+n`. One unknown in a formula makes an equation to solve.
 */
function isAskedFor(side: Answer, budget: Budget): boolean {
  if (side.kind === 'text') return /^[\p{L}\s]+$/u.test(side.text);
  if (side.kind !== 'quantity') return false;
  if (side.value.kind === 'symbol' || side.value.kind === 'call') return true;
  const { size } = unknowns(side.value, budget);
  return size === 0 || (size > 1 && !addsNumber(side.value));
}

/**
 * The numbers at the end of a chain of equals signs, where what they are equal to is asked for; else
 * the whole chain.
 */
export function statedValues(sides: readonly Answer[], budget: Budget): readonly Answer[] {
  const first = sides.findLastIndex((side) => !isValue(side, budget)) + 1;
  const isStated = first < sides.length && sides.every((side) => isAskedFor(side, budget));
  return isStated ? sides.slice(first) : sides;
}
