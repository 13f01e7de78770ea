import type { Answer } from './read/answer.ts';
import type { Expression } from './read/expression.ts';
import { BARE, isBare } from './read/units.ts';

const difference = (a: Expression, b: Expression): Expression => ({
  kind: 'sum',
  terms: [a, { kind: 'negative', of: b }],
});

/** The sides of an equation, a named value taken for one. */
export function equationSides(answer: Answer): readonly Answer[] | null {
  if (answer.kind === 'equation') return answer.sides;
  if (answer.kind !== 'named' || !/^\p{L}$/u.test(answer.name)) return null;
  const name: Answer = {
    kind: 'quantity',
    value: { kind: 'symbol', name: answer.name },
    unit: BARE,
  };
  return [name, answer.value];
}

/** Left side less right side, where both are bare formulas. */
export function asDifference(sides: readonly Answer[]): Expression | null {
  const [left, right, more] = sides;
  if (left?.kind !== 'quantity' || right?.kind !== 'quantity' || more !== undefined) return null;
  if (!isBare(left.unit) || !isBare(right.unit)) return null;
  return difference(left.value, right.value);
}
