import { OverBound, Unwritable } from './bounds.ts';
import { ExactEquality } from './exact-equality.ts';
import type { Expression } from './read/expression.ts';

/**
 * False where a formula of a label has no value; one that is too much to work out may have one.
 *
 * @throws Unwritable for a number of more digits than could be written out.
 */
export function mayHaveValue(formula: Expression): boolean {
  try {
    return new ExactEquality().evaluates(formula);
  } catch (error) {
    if (error instanceof Unwritable || !(error instanceof OverBound)) throw error;
    return true;
  }
}
