import { Budget, OverBound } from './bounds.ts';
import type { Equality } from './compare-answers.ts';
import { Evaluator } from './exact/evaluator.ts';
import { formOf } from './exact/form.ts';
import { equals, type Rational } from './exact/rational.ts';
import { type Quotient, Undefined } from './exact/quotient-field.ts';
import { contains, type Expression } from './read/expression.ts';

const isInfinity = (expression: Expression): boolean =>
  expression.kind === 'symbol' && expression.name === 'infinity';

const WORK_OF_COMPARING = 10;
/** Members of long lists are mostly numbers, and each is compared with many. */
const WORK_OF_COMPARING_NUMBERS = 0.5;

/**
 * Decides whether formulas are equal by exact arithmetic: fractions, roots, powers, polynomials,
 * known values of functions. One budget bounds all comparisons of one answer, in every reading.
 */
export class ExactEquality implements Equality {
  readonly #budget: Budget;
  readonly #evaluator: Evaluator;
  readonly #values = new Map<Expression, Quotient | null>();
  readonly #forms = new Map<Expression, string>();
  readonly #rationals = new Map<Expression, Rational | null>();

  constructor(budget = new Budget()) {
    this.#budget = budget;
    this.#evaluator = new Evaluator(budget);
  }

  /** Whether a formula has a value. @throws OverBound. */
  evaluates(expression: Expression): boolean {
    return this.#value(expression) !== null;
  }

  equal(a: Expression, b: Expression): boolean {
    if (this.#sameForm(a, b)) return true;
    const [x, y] = [this.#value(a), this.#value(b)];
    const [p, q] = [this.#rational(a, x), this.#rational(b, y)];
    if (p !== null && q !== null) {
      this.#budget.spend(WORK_OF_COMPARING_NUMBERS);
      return equals(p, q);
    }
    this.#budget.spend(WORK_OF_COMPARING);
    return x !== null && y !== null && this.#evaluator.field.equal(x, y);
  }

  /** Spares working out what need not be, or cannot. */
  #sameForm(a: Expression, b: Expression): boolean {
    return a.kind === b.kind && a.kind !== 'number' && this.#form(a) === this.#form(b);
  }

  #form(expression: Expression): string {
    const known = this.#forms.get(expression);
    if (known !== undefined) return known;
    const form = formOf(expression);
    this.#forms.set(expression, form);
    return form;
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

  /** The fraction that a formula is worth, null for any other. */
  #rational(expression: Expression, value: Quotient | null): Rational | null {
    const known = this.#rationals.get(expression);
    if (known !== undefined) return known;
    const { field } = this.#evaluator;
    const constant = value === null ? null : field.asConstant(value);
    const rational = constant === null ? null : field.ring.constants.asRational(constant);
    this.#rationals.set(expression, rational);
    return rational;
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
