import { OverBound } from '../bounds.ts';
import type { Exponents, Polynomial } from './polynomial.ts';
import { ONE } from './rational.ts';
import type { Quotient, QuotientField } from './quotient-field.ts';

/** A function or root that is left standing, as a variable. */
interface Atom {
  readonly name: string;
  readonly argument: Quotient;
  readonly variable: number;
}

/** `base` to the power of a product of variables, as a variable: the 2^x of 2^(3x). */
export interface PowerVariable {
  /** A prime, `e`, or the number of the variable that is raised. */
  readonly base: bigint | 'e' | number;
  readonly exponents: Exponents;
}

const MAX_ATOMS = 24;

/** The numbers of the variables of one comparison. */
export class Variables {
  readonly #field: QuotientField;
  readonly #names = new Map<string, number>();
  readonly #atoms: Atom[] = [];
  readonly #powers = new Map<number, PowerVariable>();
  #count = 0;

  constructor(field: QuotientField) {
    this.#field = field;
    const { ring } = field;
    ring.relate(this.named('i'), { at: 2n, value: ring.integer(-1n) });
  }

  named(name: string): number {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const variable = this.#next();
    this.#names.set(name, variable);
    return variable;
  }

  power(base: PowerVariable['base'], exponents: Exponents): number {
    const key = [...exponents].map(([v, e]) => `${v}^${e.n}/${e.d}`).sort();
    const variable = this.named(`${typeof base} ${base} to ${key.join(' ')}`);
    this.#powers.set(variable, { base, exponents });
    return variable;
  }

  /** What a power variable stands for, undefined for any other. */
  powerOf(variable: number): PowerVariable | undefined {
    return this.#powers.get(variable);
  }

  /** The variable for a function of an argument: the same one for an equal argument. */
  atom(name: string, argument: Quotient): number {
    const known = this.#atoms.find(
      (atom) => atom.name === name && this.#field.equal(atom.argument, argument),
    );
    if (known !== undefined) return known.variable;
    if (this.#atoms.length >= MAX_ATOMS) throw new OverBound('too many functions');
    const variable = this.#next();
    this.#atoms.push({ name, argument, variable });
    return variable;
  }

  /** The polynomial that is one variable. */
  polynomial(variable: number): Polynomial {
    const { ring } = this.#field;
    return ring.term(ring.constants.integer(1n), new Map([[variable, ONE]]));
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }
}
