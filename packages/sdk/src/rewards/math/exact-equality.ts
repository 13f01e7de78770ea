import { Budget, OverBound } from './bounds.ts';
import type { Equality } from './compare-answers.ts';
import { Evaluator } from './exact/evaluator.ts';
import { type Quotient, Undefined } from './exact/quotient-field.ts';
import { contains, type Expression } from './read/expression.ts';

const isInfinity = (expression: Expression): boolean =>
  expression.kind === 'symbol' && expression.name === 'infinity';

const WORK_OF_COMPARING = 10;

/**
 * Decides whether formulas are equal by exact arithmetic: fractions, roots, powers, polynomials,
 * known values of functions. One budget bounds all comparisons of one answer.
 */
export class ExactEquality implements Equality {
  readonly #budget = new Budget();
  readonly #evaluator = new Evaluator(this.#budget);
  readonly #values = new Map<Expression, Quotient | null>();

  /** Whether a formula has a value. @throws OverBound. */
  evaluates(expression: Expression): boolean {
    return this.#value(expression) !== null;
  }

  equal(a: Expression, b: Expression): boolean {
    const [x, y] = [this.#value(a), this.#value(b)];
    this.#budget.spend(WORK_OF_COMPARING);
    return x !== null && y !== null && this.#evaluator.field.equal(x, y);
  }

  proportional(a: Expression, b: Expression): boolean {
    const [x, y] = [this.#value(a), this.#value(b)];
    if (x === null || y === null) return false;
    const { ring } = this.#evaluator.field;
    const [left, right] = [ring.tidy(x.top), ring.tidy(y.top)];
    const [key = ''] = left.keys();
    const [p, q] = [left.get(key)?.coefficient, right.get(key)?.coefficient];
    if (p === undefined || q === undefined) return left.size === 0 && right.size === 0;
    return ring.isZero(ring.add(ring.scale(left, q), ring.negate(ring.scale(right, p))));
  }

  #value(expression: Expression): Quotient | null {
    const known = this.#values.get(expression);
    if (known !== undefined) return known;
    const value = this.#evaluate(expression);
    this.#values.set(expression, value);
    return value;
  }

  /** Null where the formula has no value. */
  #evaluate(expression: Expression): Quotient | null {
    // Infinity is an answer, with a sign or without, but nothing is worked out with it.
    if (!isInfinity(expression) && contains(expression, isInfinity)) {
      const negated = expression.kind === 'negative' && isInfinity(expression.of);
      if (!negated) return null;
    }
    try {
      return this.#evaluator.evaluate(expression);
    } catch (error) {
      if (error instanceof Undefined) return null;
      // The engine of this machine is the last bound of all.
      if (error instanceof RangeError) throw new OverBound(error.message);
      throw error;
    }
  }
}
