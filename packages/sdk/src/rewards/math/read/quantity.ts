import { equals, ONE, type Rational } from '../exact/rational.ts';
import type { Expression } from './expression.ts';
import { DEGREE } from './unit-table.ts';
import { timesUnit, type Unit } from './units.ts';

/** A degree sign that belongs to the whole value becomes its unit. */
export function withoutDegreeSign(
  value: Expression,
  unit: Unit,
): { value: Expression; unit: Unit } {
  if (value.kind === 'degrees') {
    return { value: value.of, unit: timesUnit(DEGREE, unit) };
  }
  if (value.kind === 'negative') {
    const inner = withoutDegreeSign(value.of, unit);
    return { value: { kind: 'negative', of: inner.value }, unit: inner.unit };
  }
  if (value.kind !== 'product') return { value, unit };
  const last = value.factors.at(-1);
  if (last?.kind !== 'degrees') return { value, unit };
  const factors = [...value.factors.slice(0, -1), last.of];
  return { value: { kind: 'product', factors }, unit: timesUnit(DEGREE, unit) };
}

/** The value times the worth of a word such as `million`. */
export function withMagnitude(value: Expression, magnitude: Rational): Expression {
  if (equals(magnitude, ONE)) return value;
  return { kind: 'product', factors: [{ kind: 'number', value: magnitude }, value] };
}

/** The value with every `±` read as `+` (upper) or `-`, every `∓` the other way round. */
export function chooseSign(value: Expression, upper: boolean): Expression {
  const choose = (part: Expression): Expression => chooseSign(part, upper);
  switch (value.kind) {
    case 'number':
    case 'symbol':
      return value;
    case 'signed': {
      const of = choose(value.of);
      return (value.sign === '±') === upper ? of : { kind: 'negative', of };
    }
    case 'sum':
      return { ...value, terms: value.terms.map(choose) };
    case 'product':
      return { ...value, factors: value.factors.map(choose) };
    case 'quotient':
    case 'binomial':
      return { ...value, top: choose(value.top), bottom: choose(value.bottom) };
    case 'power':
      return { ...value, base: choose(value.base), exponent: choose(value.exponent) };
    case 'call':
      return { ...value, argument: choose(value.argument) };
    case 'negative':
    case 'factorial':
    case 'degrees':
      return { ...value, of: choose(value.of) };
  }
}
