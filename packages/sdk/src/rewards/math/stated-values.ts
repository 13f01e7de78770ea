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

/**
 * Whether a side is something that may be asked for: a name, a function or bars of one, words, or a
 * formula of several unknowns such as `m+n`. One unknown in a formula makes an equation to solve.
 */
function isAskedFor(side: Answer, budget: Budget): boolean {
  if (side.kind === 'text') return /^[\p{L}\s]+$/u.test(side.text);
  if (side.kind !== 'quantity') return false;
  return (
    side.value.kind === 'symbol' ||
    side.value.kind === 'call' ||
    unknowns(side.value, budget).size !== 1
  );
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
