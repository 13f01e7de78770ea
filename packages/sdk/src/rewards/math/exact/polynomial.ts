import type { Budget } from '../bounds.ts';
import { OverBound } from '../bounds.ts';
import type { Constant, ConstantField } from './constant-field.ts';
import * as Q from './rational.ts';

/** Exponents of the variables of a term, none of them 0, by the variable's number. */
export type Exponents = ReadonlyMap<number, Q.Rational>;

export interface Term {
  readonly exponents: Exponents;
  readonly coefficient: Constant;
}

/** A sum of terms with distinct exponents, by a key made of them. */
export type Polynomial = ReadonlyMap<string, Term>;

/** `variable^at` stands for `value`: the square of i is -1. */
export interface Relation {
  readonly at: bigint;
  readonly value: Polynomial;
}

const MAX_TERMS = 2000;
/** For each term of a sum, and for each variable of a term. */
const WORK_OF_COPYING = 0.02;
const WORK_OF_EXPONENT = 0.3;

function keyOf(exponents: Exponents): string {
  return [...exponents]
    .sort(([a], [b]) => a - b)
    .map(([variable, exponent]) => `${variable}^${exponent.n}/${exponent.d}`)
    .join(' ');
}

/** Polynomials over the constants, in variables that may obey relations. */
export class PolynomialRing {
  readonly constants: ConstantField;
  readonly #budget: Budget;
  readonly #relations = new Map<number, Relation>();

  constructor(constants: ConstantField, budget: Budget) {
    this.constants = constants;
    this.#budget = budget;
  }

  relate(variable: number, relation: Relation): void {
    this.#relations.set(variable, relation);
  }

  constant(coefficient: Constant): Polynomial {
    return this.term(coefficient, new Map());
  }

  integer(value: bigint): Polynomial {
    return this.constant(this.constants.integer(value));
  }

  /** One term; the empty polynomial when the coefficient is 0. */
  term(coefficient: Constant, exponents: Exponents): Polynomial {
    const polynomial = new Map<string, Term>();
    this.#put(polynomial, exponents, coefficient);
    return polynomial;
  }

  add(a: Polynomial, b: Polynomial): Polynomial {
    this.#budget.spend(a.size * WORK_OF_COPYING);
    const sum = new Map(a);
    for (const term of b.values()) this.#put(sum, term.exponents, term.coefficient);
    return sum;
  }

  scale(a: Polynomial, factor: Constant): Polynomial {
    const scaled = new Map<string, Term>();
    for (const term of a.values()) {
      this.#put(scaled, term.exponents, this.constants.multiply(term.coefficient, factor));
    }
    return scaled;
  }

  negate(a: Polynomial): Polynomial {
    return this.scale(a, this.constants.integer(-1n));
  }

  multiply(a: Polynomial, b: Polynomial): Polynomial {
    this.#budget.spend(3 * a.size * b.size);
    let product: Polynomial = new Map<string, Term>();
    const plain = new Map<string, Term>();
    for (const x of a.values()) {
      for (const y of b.values()) {
        const coefficient = this.constants.multiply(x.coefficient, y.coefficient);
        const exponents = this.#sum(x.exponents, y.exponents);
        const bound = [...exponents].find(([variable, exponent]) => {
          const relation = this.#relations.get(variable);
          return relation !== undefined && exponent.n >= relation.at * exponent.d;
        });
        if (bound === undefined) this.#put(plain, exponents, coefficient);
        else product = this.add(product, this.#reduce(coefficient, exponents, bound[0]));
      }
    }
    return this.add(product, plain);
  }

  /** a to a whole power. */
  power(a: Polynomial, exponent: bigint): Polynomial {
    if (a.size > 1 && exponent > 400n) throw new OverBound('a power of a sum');
    let result = this.integer(1n);
    let square = a;
    for (let rest = exponent; rest > 0n; rest >>= 1n) {
      if (rest % 2n === 1n) result = this.multiply(result, square);
      if (rest > 1n) square = this.multiply(square, square);
    }
    return result;
  }

  /** Whether every coefficient is 0, exactly. */
  isZero(a: Polynomial): boolean {
    return [...a.values()].every((term) => this.constants.sign(term.coefficient) === 0);
  }

  /** The same polynomial without the terms whose coefficient is 0 in disguise. */
  tidy(a: Polynomial): Polynomial {
    return new Map([...a].filter(([, term]) => this.constants.sign(term.coefficient) !== 0));
  }

  /** The coefficient, when the polynomial has no variables; null otherwise. */
  asConstant(a: Polynomial): Constant | null {
    if (a.size === 0) return this.constants.integer(0n);
    const only = a.get('');
    return a.size === 1 && only !== undefined ? only.coefficient : null;
  }

  #sum(a: Exponents, b: Exponents): Exponents {
    if (a.size === 0) return b;
    const sum = new Map(a);
    for (const [variable, exponent] of b) {
      const total = Q.add(sum.get(variable) ?? Q.ZERO, exponent);
      if (total.n === 0n) sum.delete(variable);
      else sum.set(variable, total);
    }
    return sum;
  }

  /** A term with one variable's power taken down by its relation. */
  #reduce(coefficient: Constant, exponents: Exponents, variable: number): Polynomial {
    const relation = this.#relations.get(variable);
    const exponent = exponents.get(variable);
    if (relation === undefined || exponent === undefined) throw new OverBound('a relation');
    const times = exponent.n / (exponent.d * relation.at);
    const left = Q.add(exponent, Q.rational(-times * relation.at));
    const rest = new Map(exponents);
    if (left.n === 0n) rest.delete(variable);
    else rest.set(variable, left);
    const value = this.power(relation.value, times);
    return this.multiply(this.term(coefficient, rest), value);
  }

  #put(into: Map<string, Term>, exponents: Exponents, coefficient: Constant): void {
    this.#budget.spend(exponents.size * WORK_OF_EXPONENT);
    const key = keyOf(exponents);
    const known = into.get(key);
    const sum =
      known === undefined ? coefficient : this.constants.add(known.coefficient, coefficient);
    if (this.constants.asRational(sum)?.n === 0n) into.delete(key);
    else into.set(key, { exponents, coefficient: sum });
    if (into.size > MAX_TERMS) throw new OverBound('too many terms');
  }
}
