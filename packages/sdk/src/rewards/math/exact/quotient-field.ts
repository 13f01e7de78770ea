import type { Constant } from './constant-field.ts';
import type { Polynomial, PolynomialRing } from './polynomial.ts';

/** top/bottom; the bottom is not 0. */
export interface Quotient {
  readonly top: Polynomial;
  readonly bottom: Polynomial;
}

/** A value that is not defined: a division by 0. */
export class Undefined extends Error {
  override readonly name = 'Undefined';
}

/** Quotients of polynomials. They are not reduced; equality crosses them. */
export class QuotientField {
  readonly ring: PolynomialRing;
  readonly #one: Polynomial;

  constructor(ring: PolynomialRing) {
    this.ring = ring;
    this.#one = ring.integer(1n);
  }

  of(top: Polynomial): Quotient {
    return { top, bottom: this.#one };
  }

  constant(value: Constant): Quotient {
    return this.of(this.ring.constant(value));
  }

  integer(value: bigint): Quotient {
    return this.of(this.ring.integer(value));
  }

  add(a: Quotient, b: Quotient): Quotient {
    const [one, other] = [this.#isOne(a.bottom), this.#isOne(b.bottom)];
    if (one && other) return this.of(this.ring.add(a.top, b.top));
    const left = other ? a.top : this.ring.multiply(a.top, b.bottom);
    const right = one ? b.top : this.ring.multiply(b.top, a.bottom);
    return { top: this.ring.add(left, right), bottom: this.ring.multiply(a.bottom, b.bottom) };
  }

  negate(a: Quotient): Quotient {
    return { top: this.ring.negate(a.top), bottom: a.bottom };
  }

  multiply(a: Quotient, b: Quotient): Quotient {
    const top = this.ring.multiply(a.top, b.top);
    if (this.#isOne(a.bottom) && this.#isOne(b.bottom)) return this.of(top);
    return { top, bottom: this.ring.multiply(a.bottom, b.bottom) };
  }

  /** a/b. @throws Undefined when b is 0. */
  divide(a: Quotient, b: Quotient): Quotient {
    if (this.ring.isZero(b.top)) throw new Undefined('division by zero');
    const top = this.ring.multiply(a.top, b.bottom);
    const bottom = this.ring.multiply(a.bottom, b.top);
    const constant = this.ring.asConstant(bottom);
    if (constant === null) return { top, bottom };
    const { constants } = this.ring;
    return this.of(this.ring.scale(top, constants.divide(constants.integer(1n), constant)));
  }

  /** a to a whole power. @throws Undefined for 0 to a negative one. */
  power(a: Quotient, exponent: bigint): Quotient {
    if (exponent < 0n) return this.power(this.divide(this.integer(1n), a), -exponent);
    if (this.#isOne(a.bottom)) return this.of(this.ring.power(a.top, exponent));
    return {
      top: this.ring.power(a.top, exponent),
      bottom: this.ring.power(a.bottom, exponent),
    };
  }

  /** Whether a is b, exactly. */
  equal(a: Quotient, b: Quotient): boolean {
    return this.ring.isZero(this.add(a, this.negate(b)).top);
  }

  /** The constant that a quotient is, null when it has variables. */
  asConstant(a: Quotient): Constant | null {
    return this.#isOne(a.bottom) ? this.ring.asConstant(a.top) : null;
  }

  #isOne(a: Polynomial): boolean {
    if (a === this.#one) return true;
    const constant = this.ring.asConstant(a);
    const value = constant === null ? null : this.ring.constants.asRational(constant);
    return value !== null && value.n === 1n && value.d === 1n;
  }
}
