import type { Rational } from '../exact/rational.ts';

/** Functions of one argument that an answer may apply. */
export type FunctionName =
  | 'sin'
  | 'cos'
  | 'tan'
  | 'cot'
  | 'sec'
  | 'csc'
  | 'arcsin'
  | 'arccos'
  | 'arctan'
  | 'sinh'
  | 'cosh'
  | 'tanh'
  | 'ln'
  | 'log'
  | 'abs'
  | 'floor'
  | 'ceil';

/**
 * A formula as it was written, nothing evaluated.
 *
 * The symbols `e`, `i`, `pi` and `infinity` stand for the constants. `degrees` marks a degree
 * sign, `signed` a `±` or `∓`.
 */
export type Expression =
  | { kind: 'number'; value: Rational }
  | { kind: 'symbol'; name: string }
  | { kind: 'sum'; terms: readonly Expression[] }
  | { kind: 'product'; factors: readonly Expression[] }
  | { kind: 'quotient'; top: Expression; bottom: Expression }
  | { kind: 'negative'; of: Expression }
  | { kind: 'signed'; sign: '±' | '∓'; of: Expression }
  | { kind: 'power'; base: Expression; exponent: Expression }
  | { kind: 'factorial'; of: Expression }
  | { kind: 'binomial'; top: Expression; bottom: Expression }
  | { kind: 'degrees'; of: Expression }
  | { kind: 'call'; name: FunctionName; argument: Expression };

/** The parts of a formula, one level down. */
export function parts(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'number':
    case 'symbol':
      return [];
    case 'sum':
      return expression.terms;
    case 'product':
      return expression.factors;
    case 'quotient':
    case 'binomial':
      return [expression.top, expression.bottom];
    case 'power':
      return [expression.base, expression.exponent];
    case 'call':
      return [expression.argument];
    case 'negative':
    case 'signed':
    case 'factorial':
    case 'degrees':
      return [expression.of];
  }
}

/** Whether a formula or any part of it fulfils a condition. */
export function contains(
  expression: Expression,
  condition: (part: Expression) => boolean,
): boolean {
  return condition(expression) || parts(expression).some((part) => contains(part, condition));
}
