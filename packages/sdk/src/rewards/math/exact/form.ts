import type { Expression } from '../read/expression.ts';

/**
 * The form of a formula, in which terms and factors have no order: `(1+x)^{40}` has that of
 * `(x+1)^{40}`. Formulas of one form are equal, whatever it would take to work them out.
 */
export function formOf(expression: Expression): string {
  switch (expression.kind) {
    case 'number':
      return `${expression.value.n}/${expression.value.d}`;
    case 'symbol':
      return JSON.stringify(expression.name);
    case 'sum':
      return `sum(${expression.terms.map(formOf).toSorted().join()})`;
    case 'product':
      return `product(${expression.factors.map(formOf).toSorted().join()})`;
    case 'quotient':
    case 'binomial':
      return `${expression.kind}(${formOf(expression.top)},${formOf(expression.bottom)})`;
    case 'power':
      return `power(${formOf(expression.base)},${formOf(expression.exponent)})`;
    case 'call':
      return `${expression.name}(${formOf(expression.argument)})`;
    case 'signed':
      return `${expression.sign}(${formOf(expression.of)})`;
    case 'negative':
    case 'factorial':
    case 'degrees':
      return `${expression.kind}(${formOf(expression.of)})`;
  }
}
