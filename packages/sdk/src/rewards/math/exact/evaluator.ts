import type { Budget } from '../bounds.ts';
import type { Expression } from '../read/expression.ts';
import { ConstantField } from './constant-field.ts';
import { Functions } from './functions.ts';
import { PolynomialRing } from './polynomial.ts';
import { Powers } from './powers.ts';
import { type Quotient, QuotientField } from './quotient-field.ts';
import { rational } from './rational.ts';
import { Variables } from './variables.ts';

/** Brings formulas to quotients of polynomials over exact constants; all of one comparison share it. */
export class Evaluator {
  readonly field: QuotientField;
  readonly #variables: Variables;
  readonly #powers: Powers;
  readonly #functions: Functions;

  constructor(budget: Budget) {
    this.field = new QuotientField(new PolynomialRing(new ConstantField(budget), budget));
    this.#variables = new Variables(this.field);
    this.#powers = new Powers(this.field, this.#variables, budget);
    this.#functions = new Functions(this.field, this.#variables, this.#powers, budget);
  }

  /** @throws Undefined for a division by 0 and the like; OverBound. */
  evaluate(expression: Expression): Quotient {
    const { field } = this;
    switch (expression.kind) {
      case 'number':
        return field.constant(field.ring.constants.rational(expression.value));
      case 'symbol':
        return field.of(this.#variables.polynomial(this.#variables.named(expression.name)));
      case 'sum':
        return expression.terms
          .map((term) => this.evaluate(term))
          .reduce((sum, term) => field.add(sum, term));
      case 'product':
        return expression.factors
          .map((factor) => this.evaluate(factor))
          .reduce((product, factor) => field.multiply(product, factor));
      case 'quotient':
        return field.divide(this.evaluate(expression.top), this.evaluate(expression.bottom));
      case 'negative':
        return field.negate(this.evaluate(expression.of));
      case 'signed':
        throw new TypeError('a formula with ± has two values: choose one first');
      case 'power':
        return this.#powers.raise(
          this.evaluate(expression.base),
          this.evaluate(expression.exponent),
        );
      case 'factorial':
        return this.#functions.factorial(this.evaluate(expression.of));
      case 'binomial':
        return this.#functions.binomial(
          this.evaluate(expression.top),
          this.evaluate(expression.bottom),
        );
      case 'degrees': {
        const part = field.constant(field.ring.constants.rational(rational(1n, 180n)));
        const pi = field.of(this.#variables.polynomial(this.#variables.named('pi')));
        return field.multiply(this.evaluate(expression.of), field.multiply(part, pi));
      }
      case 'call':
        return this.#functions.apply(expression.name, this.evaluate(expression.argument));
    }
  }
}
