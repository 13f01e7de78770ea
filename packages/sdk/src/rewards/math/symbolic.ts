import { GraderError } from '../../errors.ts';
import { OverBound } from './bounds.ts';
import { contains, type Expression, type FunctionName } from './read/expression.ts';

/** Whether a symbolic library shows two formulas to be equal. */
export type SymbolicEquality = (a: Expression, b: Expression) => boolean;

/** Most parts of a formula that the library is given. */
const MAX_PARTS = 48;
const MAX_NUMBER = 1000n;
const MAX_EXPONENT = 8n;
/** Milliseconds after which the library gives up by itself. */
const TIMEOUT = 100;

/** A formula that is not handed to the library. */
class Withheld extends Error {}

const CALLS: Readonly<Record<FunctionName, (argument: string) => string>> = {
  sin: (x) => `sin(${x})`,
  cos: (x) => `cos(${x})`,
  tan: (x) => `(sin(${x})/cos(${x}))`,
  cot: (x) => `(cos(${x})/sin(${x}))`,
  sec: (x) => `(1/cos(${x}))`,
  csc: (x) => `(1/sin(${x}))`,
  arcsin: (x) => `asin(${x})`,
  arccos: (x) => `acos(${x})`,
  arctan: (x) => `atan(${x})`,
  sinh: (x) => `((e^(${x})-e^(-(${x})))/2)`,
  cosh: (x) => `((e^(${x})+e^(-(${x})))/2)`,
  tanh: (x) => `((e^(${x})-e^(-(${x})))/(e^(${x})+e^(-(${x}))))`,
  ln: (x) => `log(${x})`,
  log: (x) => `(log(${x})/baselog)`,
  abs: (x) => `abs(${x})`,
};

/** Writes formulas in the library's language; symbols get names of ours. */
class Writer {
  readonly #names = new Map<string, string>();
  #parts = 0;

  write(expression: Expression): string {
    this.#parts += 1;
    if (this.#parts > MAX_PARTS) throw new Withheld();
    const write = (part: Expression): string => this.write(part);
    switch (expression.kind) {
      case 'number': {
        const { n, d } = expression.value;
        if (n > MAX_NUMBER || d > MAX_NUMBER) throw new Withheld();
        return `(${n}/${d})`;
      }
      case 'symbol':
        return this.#symbol(expression.name);
      case 'sum':
        return `(${expression.terms.map(write).join('+')})`;
      case 'product':
        return `(${expression.factors.map(write).join('*')})`;
      case 'quotient':
        return `(${write(expression.top)}/${write(expression.bottom)})`;
      case 'negative':
        return `(-${write(expression.of)})`;
      case 'power':
        return `(${write(expression.base)}^${this.#exponent(expression.exponent)})`;
      case 'degrees':
        return `(${write(expression.of)}*pi/180)`;
      case 'call':
        return CALLS[expression.name](write(expression.argument));
      case 'signed':
      case 'factorial':
      case 'binomial':
        throw new Withheld();
    }
  }

  #exponent(exponent: Expression): string {
    const large = (part: Expression): boolean =>
      part.kind === 'number' && (part.value.n > MAX_EXPONENT || part.value.d > MAX_EXPONENT);
    if (contains(exponent, large)) throw new Withheld();
    return this.write(exponent);
  }

  #symbol(name: string): string {
    if (name === 'pi' || name === 'e') return name;
    if (name === 'infinity' || name === 'i') throw new Withheld();
    const known = this.#names.get(name) ?? `v${this.#names.size}`;
    this.#names.set(name, known);
    return known;
  }
}

/**
 * Loads `nerdamer-prime`, which knows identities of functions. It is given formulas of at most 48
 * parts, with small numbers and exponents, written by us: no text of an answer reaches it.
 *
 * The result throws OverBound when the library runs out of time.
 *
 * @throws GraderError when the package is not installed.
 */
export async function loadSymbolic(): Promise<SymbolicEquality> {
  const library = await importLibrary();
  return (a, b) => {
    const difference = writtenDifference(a, b);
    if (difference === null) return false;
    try {
      library.set('TIMEOUT', TIMEOUT);
      const isZero = library(`simplify(${difference})`).toString() === '0';
      // The library keeps what it was asked; this is a server.
      library.clear('last');
      return isZero;
    } catch (error) {
      throw new OverBound(`the symbolic library gave up: ${String(error)}`);
    }
  };
}

/** a - b for the library; null where it is withheld. */
function writtenDifference(a: Expression, b: Expression): string | null {
  try {
    const writer = new Writer();
    return `${writer.write(a)}-${writer.write(b)}`;
  } catch (error) {
    if (error instanceof Withheld) return null;
    throw error;
  }
}

async function importLibrary() {
  try {
    return (await import('nerdamer-prime')).default;
  } catch (cause) {
    throw new GraderError(
      'math: this label needs a symbolic library; install it with `npm install nerdamer-prime`',
      { cause, data: { package: 'nerdamer-prime' } },
    );
  }
}
