import { describe, expect, it } from 'vitest';
import { Budget } from '../../../../src/rewards/math/bounds.ts';
import { ConstantField } from '../../../../src/rewards/math/exact/constant-field.ts';
import { type Polynomial, PolynomialRing } from '../../../../src/rewards/math/exact/polynomial.ts';
import { rational } from '../../../../src/rewards/math/exact/rational.ts';

/** 1 + x + ... + x^(size - 1), in the variable that is told. */
function geometric(ring: PolynomialRing, variable: number, size: number): Polynomial {
  return Array.from({ length: size }, (_, at) =>
    ring.term(
      ring.constants.integer(1n),
      at === 0 ? new Map() : new Map([[variable, rational(BigInt(at))]]),
    ),
  ).reduce((sum, term) => ring.add(sum, term));
}

describe('a product of polynomials', () => {
  it('is paid for before its first term', () => {
    const constants = new ConstantField(new Budget());
    const paid = new Budget(3 * 40 * 50 - 1);
    const ring = new PolynomialRing(constants, paid);
    const free = new PolynomialRing(constants, new Budget());
    const [a, b] = [geometric(free, 1, 40), geometric(free, 2, 50)];

    expect(() => ring.multiply(a, b)).toThrow(expect.objectContaining({ name: 'OverBound' }));
    expect(() => paid.spend(3 * 40 * 50 - 1)).not.toThrow();
  });

  it('keeps the relations of its variables', () => {
    const budget = new Budget();
    const ring = new PolynomialRing(new ConstantField(budget), budget);
    ring.relate(1, { at: 2n, value: ring.integer(-1n) });
    const i = ring.term(ring.constants.integer(1n), new Map([[1, rational(1n)]]));
    const onePlusI = ring.add(ring.integer(1n), i);

    expect(ring.power(onePlusI, 8n)).toEqual(ring.integer(16n));
    expect(ring.isZero(ring.add(ring.multiply(i, i), ring.integer(1n)))).toBe(true);
  });
});
