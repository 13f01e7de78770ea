import { MAX_BITS, MAX_WRITABLE_BITS, OverBound, Unwritable } from '../bounds.ts';

/** An exact fraction in lowest terms; the denominator is positive. */
export interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}

const abs = (x: bigint): bigint => (x < 0n ? -x : x);

/** Greatest common divisor, never negative. */
export function gcd(a: bigint, b: bigint): bigint {
  let x = abs(a);
  let y = abs(b);
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** Number of bits of an integer's magnitude. */
export function bitLength(x: bigint): number {
  const hex = abs(x).toString(16);
  return hex.length * 4 - Math.clz32(Number.parseInt(hex.charAt(0), 16)) + 28;
}

/** Least whole number that is at least log2 |x|; 0 for 0. */
export function ceilLog2(x: bigint): number {
  return x === 0n ? 0 : bitLength(abs(x) - 1n);
}

/** n/d in lowest terms. @throws RangeError when d is 0. */
export function rational(n: bigint, d = 1n): Rational {
  if (d === 0n) throw new RangeError('division by zero');
  if (d === 1n) return { n, d };
  const g = gcd(n, d) * (d < 0n ? -1n : 1n);
  return { n: n / g, d: d / g };
}

export const ZERO = rational(0n);
export const ONE = rational(1n);

export const add = (a: Rational, b: Rational): Rational =>
  rational(a.n * b.d + b.n * a.d, a.d * b.d);
export const negate = (a: Rational): Rational => ({ n: -a.n, d: a.d });
export const multiply = (a: Rational, b: Rational): Rational => rational(a.n * b.n, a.d * b.d);
export const divide = (a: Rational, b: Rational): Rational => rational(a.n * b.d, a.d * b.n);
export const equals = (a: Rational, b: Rational): boolean => a.n === b.n && a.d === b.d;
export const isInteger = (a: Rational): boolean => a.d === 1n;

/** a to an integer power. @throws OverBound when the result has too many bits; RangeError for 0 to a negative power. */
export function power(a: Rational, exponent: bigint): Rational {
  if (exponent < 0n) return power(divide(ONE, a), -exponent);
  if (abs(a.n) <= 1n && a.d === 1n) {
    return exponent === 0n ? ONE : rational(exponent % 2n === 0n ? abs(a.n) : a.n);
  }
  const bits = Math.max(bitLength(a.n), bitLength(a.d)) * Number(exponent);
  if (bits > MAX_WRITABLE_BITS) throw new Unwritable('a power of too many digits');
  if (bits > MAX_BITS) throw new OverBound('a power of too many digits');
  return { n: a.n ** exponent, d: a.d ** exponent };
}
