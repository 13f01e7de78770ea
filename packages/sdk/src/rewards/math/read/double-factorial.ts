import { BrokenMath, NotMath } from '../bounds.ts';
import { rational } from '../exact/rational.ts';
import type { Expression } from './expression.ts';

/** Largest number whose double factorial is written out. */
const MAX_NUMBER = 200n;

/**
 * `7!!` is the product of 7, 5, 3 and 1. `(2n-1)!!` and `999!!` are notation that is not read.
 *
 * @throws NotMath for these.
 */
export function doubleFactorial(of: Expression): Expression {
  if (of.kind !== 'number') throw new NotMath('a double factorial of a formula');
  const { n, d } = of.value;
  if (d !== 1n || n < 0n) throw new BrokenMath('a double factorial of no whole number');
  if (n > MAX_NUMBER) throw new NotMath('a large double factorial');
  let value = 1n;
  for (let factor = n; factor > 1n; factor -= 2n) value *= factor;
  return { kind: 'number', value: rational(value) };
}
