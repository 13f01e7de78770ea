import { multiply, ONE, power, type Rational } from '../exact/rational.ts';

/** A unit of measure: what it is worth in the base units of its dimensions. */
export interface Unit {
  readonly factor: Rational;
  /** Exponent of each base unit; empty for a bare number. */
  readonly powers: ReadonlyMap<string, number>;
  /**
   * Whether the words may be no unit at all: the `m` of `5 m`, the `wrong` of `42 wrong`. A bare
   * number never stands for such a quantity.
   */
  readonly assumed: boolean;
}

/** The unit of a bare number. */
export const BARE: Unit = { factor: ONE, powers: new Map(), assumed: false };

/** The product of a unit and a power of another. */
export function timesUnit(unit: Unit, other: Unit, exponent = 1): Unit {
  const powers = new Map(unit.powers);
  for (const [base, own] of other.powers) {
    const sum = (powers.get(base) ?? 0) + own * exponent;
    if (sum === 0) powers.delete(base);
    else powers.set(base, sum);
  }
  return {
    factor: multiply(unit.factor, power(other.factor, BigInt(exponent))),
    powers,
    assumed: unit.assumed || other.assumed,
  };
}

/** Whether two units measure the same thing. */
export function sameDimensions(a: Unit, b: Unit): boolean {
  return (
    a.powers.size === b.powers.size &&
    [...a.powers].every(([base, exponent]) => b.powers.get(base) === exponent)
  );
}

/** Whether a unit is the first power of one base unit. */
export function isUnitOf({ powers }: Unit, base: string): boolean {
  return powers.size === 1 && powers.get(base) === 1;
}

/** Whether a unit is one of a bare number. */
export function isBare(unit: Unit): boolean {
  return unit.powers.size === 0;
}
