import type { Budget } from './bounds.ts';
import { multiply, ONE, type Rational } from './exact/rational.ts';
import type { Expression, FunctionName } from './read/expression.ts';

const WORK_OF_A_PART = 0.01;

const FUNCTIONS: Record<FunctionName, (argument: number) => number> = {
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  cot: (x) => 1 / Math.tan(x),
  sec: (x) => 1 / Math.cos(x),
  csc: (x) => 1 / Math.sin(x),
  arcsin: Math.asin,
  arccos: Math.acos,
  arctan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  ln: Math.log,
  log: Math.log10,
  abs: Math.abs,
  floor: Math.floor,
  ceil: Math.ceil,
};

const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
]);

/**
 * The value of a formula in floating point, NaN where it has letters. Good for one question only:
 * whether an approximation can be one of its exact value. No verdict on equality rests on it.
 */
export function roughValue(formula: Expression, budget: Budget): number {
  budget.spend(WORK_OF_A_PART);
  const of = (part: Expression): number => roughValue(part, budget);
  switch (formula.kind) {
    case 'number':
      return Number(formula.value.n) / Number(formula.value.d);
    case 'symbol':
      return CONSTANTS.get(formula.name) ?? Number.NaN;
    case 'sum':
      return formula.terms.reduce((sum, term) => sum + of(term), 0);
    case 'product':
      return formula.factors.reduce((product, factor) => product * of(factor), 1);
    case 'quotient':
      return of(formula.top) / of(formula.bottom);
    case 'negative':
      return -of(formula.of);
    case 'power':
      return of(formula.base) ** of(formula.exponent);
    case 'degrees':
      return (of(formula.of) * Math.PI) / 180;
    case 'call':
      return FUNCTIONS[formula.name](of(formula.argument));
    case 'signed':
    case 'factorial':
    case 'binomial':
      return Number.NaN;
  }
}

/** Digits behind the point of a finite decimal, null for other fractions. */
function decimals({ d }: Rational): number | null {
  let rest = d;
  let twos = 0;
  let fives = 0;
  for (; rest % 2n === 0n; rest /= 2n) twos += 1;
  for (; rest % 5n === 0n; rest /= 5n) fives += 1;
  return rest === 1n ? Math.max(twos, fives) : null;
}

/** The value of a decimal as it is written, with a sign or without; null for other formulas. */
export function decimalOf(formula: Expression): Rational | null {
  if (formula.kind === 'negative') return decimalOf(formula.of);
  if (formula.kind === 'product') {
    // Hundredths of a percentage.
    const factors = formula.factors.map(decimalOf);
    return factors.reduce(
      (all, one) => (all === null || one === null ? null : multiply(all, one)),
      ONE,
    );
  }
  return formula.kind === 'number' && decimals(formula.value) !== null ? formula.value : null;
}

/** Whether a decimal is off by a unit of its last place or more from the value of a formula. */
export function isFarFrom(decimal: Expression, exact: Expression, budget: Budget): boolean {
  const value = decimalOf(decimal);
  const places = value === null ? null : decimals(value);
  const distance = Math.abs(roughValue(exact, budget) - roughValue(decimal, budget));
  return places !== null && distance > 0.999_999 * 10 ** -places;
}
