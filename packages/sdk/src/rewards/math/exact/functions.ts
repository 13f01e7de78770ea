import { type Budget, MAX_WRITABLE_BITS, OverBound, Unwritable } from '../bounds.ts';
import type { FunctionName } from '../read/expression.ts';
import type { Constant } from './constant-field.ts';
import { primeFactors } from './factors.ts';
import type { Exponents } from './polynomial.ts';
import type { Powers } from './powers.ts';
import { type Quotient, type QuotientField, Undefined } from './quotient-field.ts';
import * as Q from './rational.ts';
import type { Variables } from './variables.ts';

const HALF = Q.rational(1n, 2n);
const MAX_FACTORIAL = 500n;
/** Its bits are as many as could be written out. */
const MAX_WRITABLE_FACTORIAL = 73_000n;
/** Most factors that a factorial or a binomial coefficient of a formula is written out to. */
const MAX_STEPS = 12n;

/** The parts of a half turn whose sines are looked for in an inverse function. */
const TURNS: readonly Q.Rational[] = [12n, 10n, 8n].flatMap((d) =>
  Array.from({ length: Number(d / 2n) + 1 }, (_, n) => Q.rational(BigInt(n), d)),
);

function sameExponents(a: Exponents, b: Exponents): boolean {
  return (
    a.size === b.size &&
    [...a].every(([variable, exponent]) => Q.equals(exponent, b.get(variable) ?? Q.ZERO))
  );
}

/** Values of functions: exact where they are known, else a variable of their own. */
export class Functions {
  readonly #field: QuotientField;
  readonly #variables: Variables;
  readonly #powers: Powers;
  readonly #budget: Budget;

  constructor(field: QuotientField, variables: Variables, powers: Powers, budget: Budget) {
    this.#field = field;
    this.#budget = budget;
    this.#variables = variables;
    this.#powers = powers;
  }

  /** @throws Undefined where the function has no value. */
  apply(name: FunctionName, argument: Quotient): Quotient {
    switch (name) {
      case 'sin':
      case 'cos':
        return this.#wave(name, argument);
      case 'tan':
        return this.#ratio('sin', 'cos', argument);
      case 'cot':
        return this.#ratio('cos', 'sin', argument);
      case 'sec':
        return this.#field.divide(this.#field.integer(1n), this.#wave('cos', argument));
      case 'csc':
        return this.#field.divide(this.#field.integer(1n), this.#wave('sin', argument));
      case 'arcsin':
      case 'arccos':
      case 'arctan':
        return this.#inverse(name, argument);
      case 'sinh':
      case 'cosh':
      case 'tanh':
        return this.#hyperbolic(name, argument);
      case 'ln':
        return this.#logarithm(argument);
      case 'log':
        // Of a base that is not told: a common factor of every such logarithm.
        return this.#field.multiply(this.#logarithm(argument), this.#variable('unit of log'));
      case 'abs':
        return this.#absolute(argument);
      case 'floor':
      case 'ceil':
        return this.#rounded(name, argument);
    }
  }

  /** A whole number of a fraction, else a variable of its own. */
  #rounded(name: 'floor' | 'ceil', argument: Quotient): Quotient {
    const constant = this.#field.asConstant(argument);
    const value = constant === null ? null : this.#field.ring.constants.asRational(constant);
    if (value === null) return this.#atom(name, argument);
    const rest = ((value.n % value.d) + value.d) % value.d;
    const down = (value.n - rest) / value.d;
    return this.#field.integer(name === 'ceil' && rest > 0n ? down + 1n : down);
  }

  factorial(argument: Quotient): Quotient {
    const n = this.#asInteger(argument);
    if (n === null) return this.#symbolicFactorial(argument);
    if (n < 0n) throw new Undefined('a factorial of a negative number');
    if (n > MAX_WRITABLE_FACTORIAL) throw new Unwritable('a factorial');
    if (n > MAX_FACTORIAL) throw new OverBound('a factorial');
    this.#budget.spend(Number(n) / 8);
    let product = 1n;
    for (let k = 2n; k <= n; k += 1n) product *= k;
    return this.#field.integer(product);
  }

  /** (n + 2)! is n! (n + 1)(n + 2), and (n - 1)! is n! / n. */
  #symbolicFactorial(argument: Quotient): Quotient {
    const { ring } = this.#field;
    const fixed = ring.asConstant(argument.bottom) === null ? undefined : argument.top.get('');
    const value = fixed === undefined ? null : ring.constants.asRational(fixed.coefficient);
    if (value === null || !Q.isInteger(value) || value.n > MAX_STEPS || value.n < -MAX_STEPS) {
      return this.#atom('factorial', argument);
    }
    const base = this.#plus(argument, -value.n);
    let product = this.#atom('factorial', base);
    for (let at = 1n; at <= value.n; at += 1n) {
      product = this.#field.multiply(product, this.#plus(base, at));
    }
    for (let at = 0n; at > value.n; at -= 1n) {
      product = this.#field.divide(product, this.#plus(base, at));
    }
    return product;
  }

  #plus(value: Quotient, more: bigint): Quotient {
    return this.#field.add(value, this.#field.integer(more));
  }

  /** n (n - 1) … (n - k + 1) / k! for a small k, else a variable of its own. */
  #symbolicBinomial(n: Quotient, bottom: Quotient): Quotient {
    const k = this.#asInteger(bottom);
    if (k === null || k < 0n || k > MAX_STEPS) {
      const of = this.#variables.atom('binomial', n);
      return this.#field.of(
        this.#variables.polynomial(this.#variables.atom(`binomial of ${of}`, bottom)),
      );
    }
    let value = this.#field.integer(1n);
    for (let at = 0n; at < k; at += 1n) {
      value = this.#times(this.#field.multiply(value, this.#plus(n, -at)), Q.rational(1n, at + 1n));
    }
    return value;
  }

  /** @throws Undefined unless 0 <= k <= n, where both are numbers. */
  binomial(top: Quotient, bottom: Quotient): Quotient {
    const [n, k] = [this.#asInteger(top), this.#asInteger(bottom)];
    if (n === null && this.#field.asConstant(top) === null) {
      return this.#symbolicBinomial(top, bottom);
    }
    if (n === null || k === null || k < 0n || k > n) throw new Undefined('a binomial coefficient');
    if (n > MAX_WRITABLE_BITS) throw new Unwritable('a binomial coefficient');
    if (n > MAX_FACTORIAL) throw new OverBound('a binomial coefficient');
    this.#budget.spend(Number(n) / 8);
    let value = 1n;
    for (let at = 1n; at <= k; at += 1n) value = (value * (n - k + at)) / at;
    return this.#field.integer(value);
  }

  #asRational(value: Quotient): Q.Rational | null {
    const constant = this.#field.asConstant(value);
    return constant === null ? null : this.#field.ring.constants.asRational(constant);
  }

  #asInteger(value: Quotient): bigint | null {
    const rational = this.#asRational(value);
    return rational !== null && Q.isInteger(rational) ? rational.n : null;
  }

  #variable(name: string): Quotient {
    return this.#field.of(this.#variables.polynomial(this.#variables.named(name)));
  }

  #atom(name: string, argument: Quotient): Quotient {
    return this.#field.of(this.#variables.polynomial(this.#variables.atom(name, argument)));
  }

  #times(value: Quotient, factor: Q.Rational): Quotient {
    return this.#field.multiply(
      value,
      this.#field.constant(this.#field.ring.constants.rational(factor)),
    );
  }

  /** The rational t of an argument t pi, null for any other. */
  #turn(argument: Quotient): Q.Rational | null {
    if (this.#asRational(argument)?.n === 0n) return Q.ZERO;
    const ratio = this.#field.divide(argument, this.#variable('pi'));
    const [term, more] = ratio.top.values();
    const [bottom] = ratio.bottom.values();
    if (term === undefined || bottom === undefined || more !== undefined) return null;
    if (ratio.bottom.size > 1 || !sameExponents(term.exponents, bottom.exponents)) return null;
    const { constants } = this.#field.ring;
    return constants.asRational(constants.divide(term.coefficient, bottom.coefficient));
  }

  /** By Euler's formula, which makes every identity of sines one of powers. */
  #wave(name: 'sin' | 'cos', argument: Quotient): Quotient {
    const turn = this.#turn(argument);
    if (turn !== null) {
      const shifted = name === 'cos' ? turn : Q.add(HALF, Q.negate(turn));
      return this.#field.constant(this.#field.ring.constants.cosine(shifted));
    }
    const { positive, flipped } = this.#signed(argument);
    const i = this.#variable('i');
    const up = this.#powers.raise(this.#variable('e'), this.#field.multiply(i, positive));
    const down = this.#field.divide(this.#field.integer(1n), up);
    if (name === 'cos') return this.#times(this.#field.add(up, down), HALF);
    const difference = this.#field.add(up, this.#field.negate(down));
    const wave = this.#times(this.#field.divide(difference, i), HALF);
    return flipped ? this.#field.negate(wave) : wave;
  }

  /** An argument and its negative come out alike. */
  #signed(argument: Quotient): { positive: Quotient; flipped: boolean } {
    const key = [...argument.top.keys()].sort().at(-1) ?? '';
    const leading = argument.top.get(key)?.coefficient;
    const flipped = leading !== undefined && this.#field.ring.constants.sign(leading) < 0;
    return { positive: flipped ? this.#field.negate(argument) : argument, flipped };
  }

  #ratio(top: 'sin' | 'cos', bottom: 'sin' | 'cos', argument: Quotient): Quotient {
    return this.#field.divide(this.#wave(top, argument), this.#wave(bottom, argument));
  }

  #inverse(name: 'arcsin' | 'arccos' | 'arctan', argument: Quotient): Quotient {
    const constant = this.#field.asConstant(argument);
    const turn = constant === null ? null : this.#inverseTurn(name, constant);
    if (turn === null) return this.#atom(name, argument);
    return this.#times(this.#variable('pi'), turn);
  }

  #inverseTurn(name: 'arcsin' | 'arccos' | 'arctan', value: Constant): Q.Rational | null {
    const { constants } = this.#field.ring;
    const negative = constants.sign(value) < 0;
    const size = negative ? constants.negate(value) : value;
    const found = TURNS.find((turn) => {
      const sine = constants.cosine(Q.add(HALF, Q.negate(turn)));
      if (name !== 'arctan') return this.#same(sine, size);
      if (Q.equals(turn, HALF)) return false;
      return this.#same(sine, constants.multiply(size, constants.cosine(turn)));
    });
    if (found === undefined) return null;
    const signed = negative ? Q.negate(found) : found;
    return name === 'arccos' ? Q.add(HALF, Q.negate(signed)) : signed;
  }

  #same(a: Constant, b: Constant): boolean {
    const { constants } = this.#field.ring;
    return constants.sign(constants.add(a, constants.negate(b))) === 0;
  }

  #hyperbolic(name: 'sinh' | 'cosh' | 'tanh', argument: Quotient): Quotient {
    const up = this.#powers.raise(this.#variable('e'), argument);
    const down = this.#field.divide(this.#field.integer(1n), up);
    const sum = this.#field.add(up, down);
    const difference = this.#field.add(up, this.#field.negate(down));
    if (name === 'tanh') return this.#field.divide(difference, sum);
    return this.#times(name === 'sinh' ? difference : sum, HALF);
  }

  /** The sum of the logarithms of the factors; those of primes are variables. */
  #logarithm(argument: Quotient): Quotient {
    const { ring } = this.#field;
    if (ring.isZero(argument.top)) throw new Undefined('the logarithm of 0');
    const [top, more] = argument.top.values();
    const [bottom, evenMore] = argument.bottom.values();
    if (top === undefined || bottom === undefined || more !== undefined || evenMore !== undefined) {
      return this.#atom('ln', argument);
    }
    let sum = this.#constantLogarithm(ring.constants.divide(top.coefficient, bottom.coefficient));
    for (const [part, sign] of [
      [top, 1n],
      [bottom, -1n],
    ] as const) {
      for (const [variable, exponent] of part.exponents) {
        const own = this.#variableLogarithm(variable);
        sum = this.#field.add(sum, this.#times(own, Q.multiply(exponent, Q.rational(sign))));
      }
    }
    return sum;
  }

  #constantLogarithm(value: Constant): Quotient {
    const { constants } = this.#field.ring;
    if (constants.sign(value) < 0) throw new Undefined('the logarithm of a negative number');
    const { recipe } = value;
    if (recipe.kind === 'root') {
      return this.#times(this.#constantLogarithm(recipe.of), Q.rational(1n, BigInt(recipe.degree)));
    }
    if (recipe.kind !== 'rational') return this.#atom('ln', this.#field.constant(value));
    let sum = this.#field.integer(0n);
    for (const [number, sign] of [
      [recipe.value.n, 1n],
      [recipe.value.d, -1n],
    ] as const) {
      for (const [prime, times] of primeFactors(number, this.#budget)) {
        sum = this.#field.add(
          sum,
          this.#times(this.#variable(`ln ${prime}`), Q.rational(times * sign)),
        );
      }
    }
    return sum;
  }

  #variableLogarithm(variable: number): Quotient {
    if (variable === this.#variables.named('i')) throw new Undefined('the logarithm of i');
    if (variable === this.#variables.named('e')) return this.#field.integer(1n);
    const power = this.#variables.powerOf(variable);
    if (power === undefined) {
      return this.#atom('ln', this.#field.of(this.#variables.polynomial(variable)));
    }
    const { ring } = this.#field;
    const exponent = this.#field.of(ring.term(ring.constants.integer(1n), power.exponents));
    if (power.base === 'e') return exponent;
    const base =
      typeof power.base === 'bigint'
        ? this.#variable(`ln ${power.base}`)
        : this.#variableLogarithm(power.base);
    return this.#field.multiply(exponent, base);
  }

  #absolute(argument: Quotient): Quotient {
    const constant = this.#field.asConstant(argument);
    if (constant !== null) {
      const negative = this.#field.ring.constants.sign(constant) < 0;
      return negative ? this.#field.negate(argument) : argument;
    }
    return this.#powers.absolute(this.#signed(argument).positive);
  }
}
