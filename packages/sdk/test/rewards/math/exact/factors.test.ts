import { describe, expect, it } from 'vitest';
import { Budget } from '../../../../src/rewards/math/bounds.ts';
import {
  primeFactors,
  totient,
  withoutPowers,
} from '../../../../src/rewards/math/exact/factors.ts';
import { gcd } from '../../../../src/rewards/math/exact/rational.ts';

describe('factors', () => {
  it('multiply to the number', () => {
    for (const n of [1n, 2n, 97n, 360n, 2n ** 400n * 3n, 1009n * 1013n]) {
      const factors = [...primeFactors(n, new Budget())];
      expect(factors.reduce((product, [prime, times]) => product * prime ** times, 1n)).toBe(n);
      for (const degree of [2, 3, 7]) {
        const { outside, inside } = withoutPowers(n, degree, new Budget());
        expect(outside ** BigInt(degree) * inside).toBe(n);
      }
    }
  });

  it('of large numbers are paid for', () => {
    const large = 2n ** 8000n;
    expect(() => primeFactors(large, new Budget(100))).toThrow('too much work');
    expect(() => withoutPowers(large, 2, new Budget(100))).toThrow('too much work');
  });

  it('tell how many smaller numbers share none', () => {
    for (let n = 1; n <= 200; n += 1) {
      const numbers = Array.from({ length: n }, (_, at) => BigInt(at + 1));
      expect(totient(n)).toBe(numbers.filter((k) => gcd(k, BigInt(n)) === 1n).length);
    }
  });
});
