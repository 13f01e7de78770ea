import * as Q from './exact/rational.ts';
import type { Answer } from './read/answer.ts';
import type { Expression } from './read/expression.ts';
import { isBare, isUnitOf, sameDimensions, type Unit } from './read/units.ts';

/**
 * What a percentage is: `hundredth` takes 50% for 1/2, `unit` for 50 of a unit of its own, which a
 * bare number may leave out as it may any other, `either` for whichever the other side writes.
 */
export type PercentPolicy = 'either' | 'hundredth' | 'unit';

export type Quantity = Extract<Answer, { kind: 'quantity' }>;

type Equal = (a: Expression, b: Expression) => boolean;

const number = (value: Q.Rational): Expression => ({ kind: 'number', value });
const product = (...factors: Expression[]): Expression => ({ kind: 'product', factors });

/** A quantity as a number of base units. */
export const inBaseUnits = ({ value, unit }: Quantity): Expression =>
  Q.equals(unit.factor, Q.ONE) ? value : product(number(unit.factor), value);

const isPercentage = ({ unit }: Quantity): boolean => unit.powers.has('percent');

/** `8 hours per day` has no dimension, and a unit still that a bare 8 may leave out. */
const isRate = ({ unit }: Quantity): boolean =>
  isBare(unit) && !unit.assumed && !Q.equals(unit.factor, Q.ONE);

/** A quantity with its percentages as hundredths. */
export function inHundredths(quantity: Quantity): Quantity {
  const exponent = quantity.unit.powers.get('percent');
  if (exponent === undefined) return quantity;
  const powers = new Map(quantity.unit.powers);
  powers.delete('percent');
  const unit: Unit = { ...quantity.unit, powers };
  const factor = Q.power(Q.rational(1n, 100n), BigInt(exponent));
  return { kind: 'quantity', value: product(number(factor), quantity.value), unit };
}

/** Compares formulas with units. */
export class QuantityComparison {
  readonly #equal: Equal;
  readonly #percent: PercentPolicy;

  constructor(equal: Equal, percent: PercentPolicy) {
    this.#equal = equal;
    this.#percent = percent;
  }

  equal(a: Quantity, b: Quantity): boolean {
    const isPlain = !isPercentage(a) && !isPercentage(b);
    if (this.#percent === 'unit' || isPlain) return this.#measured(a, b);
    if (this.#measured(inHundredths(a), inHundredths(b))) return true;
    return (
      this.#percent === 'either' && isPercentage(a) !== isPercentage(b) && this.#measured(a, b)
    );
  }

  #measured(a: Quantity, b: Quantity): boolean {
    if (sameDimensions(a.unit, b.unit)) {
      if (this.#equal(inBaseUnits(a), inBaseUnits(b))) return true;
      return isRate(a) !== isRate(b) && this.#equal(a.value, b.value);
    }
    if (isUnitOf(a.unit, 'radian') && isUnitOf(b.unit, 'degree')) return this.#radians(a, b);
    if (isUnitOf(b.unit, 'radian') && isUnitOf(a.unit, 'degree')) return this.#radians(b, a);
    if (isBare(a.unit)) return this.#bareAndMeasured(a, b);
    return isBare(b.unit) && this.#bareAndMeasured(b, a);
  }

  /** A number without a unit is one in the unit of the other side; an angle may be in radians. */
  #bareAndMeasured(bare: Quantity, measured: Quantity): boolean {
    if (measured.unit.assumed) return false;
    if (this.#equal(bare.value, measured.value)) return true;
    return isUnitOf(measured.unit, 'degree') && this.#radians(bare, measured);
  }

  #radians(radians: Quantity, degrees: Quantity): boolean {
    return this.#equal(radians.value, { kind: 'degrees', of: degrees.value });
  }
}
