import { type Budget, OverBound } from '../bounds.ts';
import type { Constant } from './constant-field.ts';
import { primeFactors } from './factors.ts';
import type { Exponents, Polynomial, Term } from './polynomial.ts';
import { type Quotient, type QuotientField, Undefined } from './quotient-field.ts';
import * as Q from './rational.ts';
import type { Variables } from './variables.ts';

const MAX_EXPONENT = 4096n;

/** @throws OverBound for an exponent of a size that is not written out. */
function assertSmall({ n, d }: Q.Rational): void {
  if ((n < 0n ? -n : n) > MAX_EXPONENT * d) throw new OverBound('a large exponent');
}

/** Powers of quotients of polynomials. Symbols count as positive under a root. */
export class Powers {
  readonly #field: QuotientField;
  readonly #variables: Variables;
  readonly #budget: Budget;

  constructor(field: QuotientField, variables: Variables, budget: Budget) {
    this.#field = field;
    this.#budget = budget;
    this.#variables = variables;
  }

  raise(base: Quotient, exponent: Quotient): Quotient {
    const constant = this.#field.asConstant(exponent);
    const value = constant === null ? null : this.#field.ring.constants.asRational(constant);
    return value === null ? this.#symbolic(base, exponent) : this.rational(base, value);
  }

  /** base to a rational power. @throws Undefined; OverBound. */
  rational(base: Quotient, exponent: Q.Rational): Quotient {
    const { constants } = this.#field.ring;
    const constant = this.#field.asConstant(base);
    const value = constant === null ? null : constants.asRational(constant);
    if (Q.isInteger(exponent)) {
      if (value !== null) {
        if (value.n === 0n && exponent.n < 0n) throw new Undefined('division by zero');
        return this.#field.constant(constants.rational(Q.power(value, exponent.n)));
      }
      assertSmall(exponent);
      return this.#field.power(base, exponent.n);
    }
    if (exponent.n < 0n) {
      return this.#field.divide(this.#field.integer(1n), this.rational(base, Q.negate(exponent)));
    }
    if (constant !== null) return this.#constantRoot(constant, exponent);
    assertSmall(exponent);
    const top = this.#polynomialRoot(base.top, exponent);
    return this.#field.divide(top, this.#polynomialRoot(base.bottom, exponent));
  }

  #constantRoot(base: Constant, exponent: Q.Rational): Quotient {
    const { constants } = this.#field.ring;
    if (exponent.d > 64n) throw new OverBound('a root of high degree');
    const degree = Number(exponent.d);
    const negative = constants.sign(base) < 0;
    const even = degree % 2 === 0;
    if (negative && even && degree !== 2) throw new Undefined('a root of a negative number');
    const root = constants.root(negative && even ? constants.negate(base) : base, degree);
    const real = this.#field.power(this.#field.constant(root), exponent.n);
    if (!negative || !even) return real;
    const imaginary = this.#field.of(this.#variables.polynomial(this.#variables.named('i')));
    return this.#field.multiply(real, this.#field.power(imaginary, exponent.n));
  }

  #polynomialRoot(base: Polynomial, exponent: Q.Rational): Quotient {
    const terms = [...this.#field.ring.tidy(base).values()];
    const [only] = terms;
    if (only === undefined) return this.#field.integer(0n);
    if (terms.length > 1 || only.exponents.has(this.#variables.named('i'))) {
      return this.#rootOfSum(terms, base, exponent);
    }
    let result = this.#constantRoot(only.coefficient, exponent);
    for (const [variable, own] of only.exponents) {
      const power = Q.multiply(own, exponent);
      // The square root of x^2 is |x|.
      const isEven = Q.isInteger(own) && own.n % 2n === 0n;
      const turnsOdd = isEven && Q.isInteger(power) && power.n % 2n !== 0n;
      const positive = turnsOdd ? this.#absoluteVariable(variable) : variable;
      result = this.#field.multiply(result, this.#monomial(positive, power));
    }
    return result;
  }

  /** |argument|, factor by factor where it is a product. */
  absolute(argument: Quotient): Quotient {
    const [top, more] = argument.top.values();
    const [bottom, evenMore] = argument.bottom.values();
    if (top === undefined || bottom === undefined || more !== undefined || evenMore !== undefined) {
      return this.#field.of(this.#variables.polynomial(this.#absoluteOf(argument)));
    }
    return this.#field.divide(this.#absoluteTerm(top), this.#absoluteTerm(bottom));
  }

  #absoluteTerm({ coefficient, exponents }: Term): Quotient {
    const { constants } = this.#field.ring;
    const negative = constants.sign(coefficient) < 0;
    let result = this.#field.constant(negative ? constants.negate(coefficient) : coefficient);
    for (const [variable, exponent] of exponents) {
      const size = this.#monomial(this.#absoluteVariable(variable), exponent);
      result = this.#field.multiply(result, size);
    }
    return result;
  }

  #absoluteVariable(variable: number): number {
    const isPositive = ['pi', 'e'].some((name) => this.#variables.named(name) === variable);
    if (isPositive) return variable;
    return this.#absoluteOf(this.#field.of(this.#variables.polynomial(variable)));
  }

  /** The variable |argument|, whose square is that of the argument. */
  #absoluteOf(argument: Quotient): number {
    const variable = this.#variables.atom('abs', argument);
    if (argument.bottom.size === 1 && argument.bottom.has('')) {
      const value = this.#field.ring.multiply(argument.top, argument.top);
      this.#field.ring.relate(variable, { at: 2n, value });
    }
    return variable;
  }

  /** A root that is left standing; its whole powers are worked out. */
  #rootOfSum(terms: readonly Term[], base: Polynomial, exponent: Q.Rational): Quotient {
    const { ring } = this.#field;
    const leading = [...base.keys()].sort().at(-1) ?? '';
    const coefficient = base.get(leading)?.coefficient ?? terms[0]?.coefficient;
    const value = coefficient === undefined ? null : ring.constants.asRational(coefficient);
    const content = value === null || value.n === 0n ? Q.ONE : value;
    const size = content.n < 0n ? Q.negate(content) : content;
    const primitive = ring.scale(base, ring.constants.rational(Q.divide(Q.ONE, size)));
    const variable = this.#variables.atom('base', this.#field.of(primitive));
    ring.relate(variable, { at: 1n, value: primitive });
    const outside = this.#constantRoot(ring.constants.rational(size), exponent);
    const whole = exponent.n / exponent.d;
    const rest = Q.add(exponent, Q.rational(-whole));
    const roots = this.#field.multiply(outside, this.#monomial(variable, rest));
    return this.#field.multiply(roots, this.#field.of(ring.power(primitive, whole)));
  }

  /** A variable to a rational power that may be negative. */
  #monomial(variable: number, exponent: Q.Rational): Quotient {
    const { ring } = this.#field;
    const one = ring.constants.integer(1n);
    const size = exponent.n < 0n ? Q.negate(exponent) : exponent;
    const power = this.#field.of(ring.term(one, new Map([[variable, size]])));
    return exponent.n < 0n ? this.#field.divide(this.#field.integer(1n), power) : power;
  }

  /** base to an exponent with variables: a power for each term of the exponent. */
  #symbolic(base: Quotient, exponent: Quotient): Quotient {
    const { ring } = this.#field;
    const bottom = this.#field.asConstant({ top: exponent.bottom, bottom: ring.integer(1n) });
    const bases = this.#bases(base);
    let result = this.#field.integer(1n);
    for (const term of ring.tidy(exponent.top).values()) {
      const factor = ring.constants.asRational(term.coefficient);
      if (factor === null || bottom === null) return this.#opaquePower(base, exponent);
      result = this.#field.multiply(result, this.#termPower(base, bases, factor, term.exponents));
    }
    return result;
  }

  #termPower(
    base: Quotient,
    bases: ReadonlyMap<bigint | 'e' | number, bigint>,
    factor: Q.Rational,
    exponents: Exponents,
  ): Quotient {
    if (exponents.size === 0) return this.rational(base, factor);
    const turn = this.#isTurn(exponents) && bases.size === 1 && bases.has('e');
    if (turn) return this.#onCircle(factor);
    let result = this.#field.integer(1n);
    for (const [one, times] of bases) {
      const variable = this.#variables.power(one, exponents);
      const power = Q.multiply(factor, Q.rational(times));
      result = this.#field.multiply(result, this.#monomial(variable, power));
    }
    return result;
  }

  /** What a base is a product of: primes, or itself. */
  #bases(base: Quotient): ReadonlyMap<bigint | 'e' | number, bigint> {
    const constant = this.#field.asConstant(base);
    const value = constant === null ? null : this.#field.ring.constants.asRational(constant);
    if (value !== null && value.n > 0n) {
      const below = [...primeFactors(value.d, this.#budget)].map(([p, k]): [bigint, bigint] => [
        p,
        -k,
      ]);
      return new Map([...primeFactors(value.n, this.#budget), ...below]);
    }
    const euler = this.#field.of(this.#variables.polynomial(this.#variables.named('e')));
    if (this.#field.equal(base, euler)) return new Map([['e', 1n]]);
    return new Map([[this.#variables.atom('raised', base), 1n]]);
  }

  #opaquePower(base: Quotient, exponent: Quotient): Quotient {
    const raised = this.#variables.atom('raised', base);
    const variable = this.#variables.atom(`power of ${raised}`, exponent);
    return this.#field.of(this.#variables.polynomial(variable));
  }

  #isTurn(exponents: Exponents): boolean {
    const names = [this.#variables.named('i'), this.#variables.named('pi')];
    return (
      exponents.size === 2 && names.every((name) => Q.equals(exponents.get(name) ?? Q.ZERO, Q.ONE))
    );
  }

  /** e^(i pi turn). */
  #onCircle(turn: Q.Rational): Quotient {
    const { constants } = this.#field.ring;
    const quarter = Q.add(Q.rational(1n, 2n), Q.negate(turn));
    const i = this.#field.of(this.#variables.polynomial(this.#variables.named('i')));
    const sine = this.#field.constant(constants.cosine(quarter));
    const cosine = this.#field.constant(constants.cosine(turn));
    return this.#field.add(cosine, this.#field.multiply(i, sine));
  }
}
