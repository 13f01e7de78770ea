import { NotMath } from '../bounds.ts';
import { rational } from '../exact/rational.ts';
import type { Expression } from './expression.ts';
import type { SpeltFunction } from './names.ts';

/** `\log_2^3 x`: a function with what stands at its name. */
export interface Application {
  readonly name: SpeltFunction;
  /** Base of a logarithm. */
  readonly base: Expression | null;
  /** `\sin^2 x`; -1 is the inverse function. */
  readonly exponent: Expression | null;
  readonly argument: Expression;
}

const number = (value: bigint): Expression => ({ kind: 'number', value: rational(value) });
const quotient = (top: Expression, bottom: Expression): Expression => ({
  kind: 'quotient',
  top,
  bottom,
});
const ln = (argument: Expression): Expression => ({ kind: 'call', name: 'ln', argument });

const isOne = (expression: Expression): boolean =>
  expression.kind === 'number' && expression.value.n === 1n && expression.value.d === 1n;

function called({ name, base, argument }: Application): Expression {
  if (name === 'sqrt') {
    return { kind: 'power', base: argument, exponent: quotient(number(1n), number(2n)) };
  }
  if (name === 'exp') {
    return { kind: 'power', base: { kind: 'symbol', name: 'e' }, exponent: argument };
  }
  if (name === 'lg') return quotient(ln(argument), ln(number(10n)));
  if (name === 'log' && base !== null) return quotient(ln(argument), ln(base));
  return { kind: 'call', name, argument };
}

/** A function of its argument, written with fewer functions. @throws NotMath for `\ln^{-1}`. */
export function apply(application: Application): Expression {
  const { name, exponent, argument } = application;
  if (exponent === null) return called(application);
  if (exponent.kind !== 'negative' || !isOne(exponent.of)) {
    return { kind: 'power', base: called(application), exponent };
  }
  if (name === 'sin') return { kind: 'call', name: 'arcsin', argument };
  if (name === 'cos') return { kind: 'call', name: 'arccos', argument };
  if (name === 'tan') return { kind: 'call', name: 'arctan', argument };
  throw new NotMath('an inverse function');
}
