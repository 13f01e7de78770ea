import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { integerRoot } from '../../../../src/rewards/math/exact/interval.ts';

describe('the root of an integer', () => {
  it('is the largest integer whose power is not above it', () => {
    const large = fc.bigInt({ min: 0n, max: 2n ** 5000n });
    const small = fc.bigInt({ min: 0n, max: 2n ** 70n });
    const power = fc
      .tuple(fc.bigInt({ min: 1n, max: 2n ** 80n }), fc.integer({ min: 2, max: 64 }))
      .chain(([base, degree]) =>
        fc.constantFrom(-1n, 0n, 1n).map((off) => [base ** BigInt(degree) + off, degree] as const),
      );
    const any = fc.tuple(fc.oneof(large, small), fc.integer({ min: 2, max: 64 }));
    fc.assert(
      fc.property(fc.oneof(any, power), ([n, degree]) => {
        const root = integerRoot(n, degree);
        expect(root ** BigInt(degree) <= n).toBe(true);
        expect((root + 1n) ** BigInt(degree) > n).toBe(true);
      }),
      { seed: 20_250, numRuns: 1000 },
    );
  });
});
