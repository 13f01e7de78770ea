import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget } from '../../../../src/rewards/math/bounds.ts';
import { type Constant, ConstantField } from '../../../../src/rewards/math/exact/constant-field.ts';
import { integerRoot } from '../../../../src/rewards/math/exact/interval.ts';
import { rational } from '../../../../src/rewards/math/exact/rational.ts';

const SEED = { seed: 20_250, numRuns: 150 };

const newField = (): ConstantField => new ConstantField(new Budget());

/** sqrt(n) for each n, summed with the coefficients. */
function surdSum(field: ConstantField, terms: readonly (readonly [bigint, bigint])[]): Constant {
  return terms
    .map(([coefficient, n]) =>
      field.multiply(field.integer(coefficient), field.root(field.integer(n), 2)),
    )
    .reduce((sum, term) => field.add(sum, term), field.integer(0n));
}

describe('the sign of a constant', () => {
  it('is 0 exactly where a sum of roots cancels', () => {
    const term = fc.tuple(fc.bigInt(-9n, 9n), fc.bigInt(1n, 40n));

    fc.assert(
      fc.property(fc.array(term, { minLength: 1, maxLength: 4 }), (terms) => {
        const field = newField();
        const sum = surdSum(field, terms);
        // k sqrt(n) is sqrt(k^2 n), with its sign.
        const same = surdSum(
          field,
          terms.map(([k, n]) => [k < 0n ? 1n : -1n, k * k * n]),
        );

        expect(field.sign(field.add(sum, same))).toBe(0);
      }),
      SEED,
    );
  });

  it('is that of a difference far below floating point', () => {
    const field = newField();
    const digits = 10n ** 60n;
    // sqrt(2) cut off after 60 decimals.
    const near = field.rational(rational(integerRoot(2n * digits ** 2n, 2), digits));
    const root = field.root(field.integer(2n), 2);

    expect(field.sign(field.add(root, field.negate(near)))).toBe(1);
    expect(field.sign(field.add(field.multiply(root, root), field.integer(-2n)))).toBe(0);
  });

  it('knows nested roots and roots of unity', () => {
    const field = newField();
    const five = field.root(field.integer(5n), 2);
    const golden = field.divide(field.add(field.integer(1n), five), field.integer(2n));
    const fifth = field.multiply(field.integer(2n), field.cosine(rational(1n, 5n)));

    expect(field.sign(field.add(golden, field.negate(fifth)))).toBe(0);
    expect(field.sign(field.add(golden, field.negate(five)))).toBe(-1);
  });

  it('agrees with floating point where that is sure', () => {
    const angle = fc.tuple(fc.integer({ min: -60, max: 60 }), fc.integer({ min: 1, max: 30 }));

    fc.assert(
      fc.property(angle, fc.bigInt(-99n, 99n), ([n, d], hundredths) => {
        const difference = Math.cos((Math.PI * n) / d) - Number(hundredths) / 100;
        fc.pre(Math.abs(difference) > 1e-9);
        const field = newField();
        const cosine = field.cosine(rational(BigInt(n), BigInt(d)));
        const exact = field.add(cosine, field.rational(rational(-hundredths, 100n)));

        expect(field.sign(exact)).toBe(Math.sign(difference));
      }),
      SEED,
    );
  });

  it('stops at the bound instead of computing on', () => {
    const field = newField();
    let nested = field.integer(2n);
    const build = (): number => {
      for (let depth = 0; depth < 40; depth += 1) {
        nested = field.root(field.add(field.integer(3n), nested), 2);
      }
      return field.sign(nested);
    };

    expect(build).toThrow(expect.objectContaining({ name: 'OverBound' }));
  });
});
