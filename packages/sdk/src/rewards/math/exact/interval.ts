import { bitLength, type Rational } from './rational.ts';

/** A real number between two integers, both in units of 2^-bits. */
export interface Interval {
  readonly low: bigint;
  readonly high: bigint;
}

const min = (...values: bigint[]): bigint => values.reduce((a, b) => (b < a ? b : a));
const max = (...values: bigint[]): bigint => values.reduce((a, b) => (b > a ? b : a));

const floorDivide = (n: bigint, d: bigint): bigint => {
  const quotient = n / d;
  return n % d !== 0n && n < 0n !== d < 0n ? quotient - 1n : quotient;
};
const ceilDivide = (n: bigint, d: bigint): bigint => -floorDivide(-n, d);

/** The interval around a fraction. */
export function intervalOf(value: Rational, bits: number): Interval {
  const scaled = value.n << BigInt(bits);
  return { low: floorDivide(scaled, value.d), high: ceilDivide(scaled, value.d) };
}

export function addIntervals(a: Interval, b: Interval): Interval {
  return { low: a.low + b.low, high: a.high + b.high };
}

export function multiplyIntervals(a: Interval, b: Interval, bits: number): Interval {
  const products = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  const unit = 1n << BigInt(bits);
  return { low: floorDivide(min(...products), unit), high: ceilDivide(max(...products), unit) };
}

/** a/b, or null while b is not known apart from 0. */
export function divideIntervals(a: Interval, b: Interval, bits: number): Interval | null {
  if (b.low <= 0n && b.high >= 0n) return null;
  const shift = BigInt(bits);
  const tops = [a.low << shift, a.high << shift];
  const bottoms = [b.low, b.high];
  const lows = tops.flatMap((top) => bottoms.map((bottom) => floorDivide(top, bottom)));
  const highs = tops.flatMap((top) => bottoms.map((bottom) => ceilDivide(top, bottom)));
  return { low: min(...lows), high: max(...highs) };
}

const PRECISION = 45;

/** A number above the k-th root by a part in 2^29 or so: Newton's steps double the digits from there. */
function aboveRoot(n: bigint, k: number): bigint {
  const shift = Math.max(bitLength(n) - 53, 0);
  const logarithm = (Math.log2(Number(n >> BigInt(shift))) + shift) / k;
  const whole = Math.floor(logarithm);
  const start = 2 ** (logarithm - whole) * (1 + 2 ** -30);
  if (whole <= PRECISION) return BigInt(Math.ceil(start * 2 ** whole)) + 1n;
  return BigInt(Math.ceil(start * 2 ** PRECISION)) << BigInt(whole - PRECISION);
}

/** Largest integer whose k-th power is at most n, for n >= 0. */
export function integerRoot(n: bigint, k: number): bigint {
  if (n < 2n) return n;
  const degree = BigInt(k);
  let root = aboveRoot(n, k);
  for (;;) {
    const next = ((degree - 1n) * root + n / root ** (degree - 1n)) / degree;
    if (next >= root) return root;
    root = next;
  }
}

/** The real k-th root. An even root takes a value that is known not to be negative. */
export function rootInterval(a: Interval, k: number, bits: number): Interval {
  const shift = BigInt(bits * (k - 1));
  const floor = (n: bigint): bigint => integerRoot(n << shift, k);
  const down = (n: bigint): bigint => (n >= 0n ? floor(n) : -(floor(-n) + 1n));
  if (k % 2 === 0) return { low: down(max(a.low, 0n)), high: down(max(a.high, 0n)) + 1n };
  return { low: down(a.low), high: down(a.high) + 1n };
}

/** arctan(1/x) in units of 2^-bits, short of at most one unit a term. */
function arctanInverse(x: bigint, bits: number): bigint {
  let term = (1n << BigInt(bits)) / x;
  let sum = term;
  for (let odd = 3n, sign = -1n; term !== 0n; odd += 2n, sign = -sign) {
    term /= x * x;
    sum += (sign * term) / odd;
  }
  return sum;
}

const GUARD = 32;

/** 2 cos(pi r) for 0 < r < 1/2, by Machin's formula and the Taylor series. */
export function cosineInterval(r: Rational, bits: number): Interval {
  const wide = bits + GUARD;
  const unit = 1n << BigInt(wide);
  const pi = 4n * (4n * arctanInverse(5n, wide) - arctanInverse(239n, wide));
  const angle = (pi * r.n) / r.d;
  const square = (angle * angle) / unit;
  let term = unit;
  let sum = unit;
  for (let k = 1n; term !== 0n; k += 2n) {
    term = -(term * square) / (unit * k * (k + 1n));
    sum += term;
  }
  // The series and its angle are off by less than 2^GUARD / 4 units each.
  const slack = 1n << BigInt(GUARD - 1);
  const middle = 2n * sum;
  return {
    low: (middle - slack) >> BigInt(GUARD),
    high: ((middle + slack) >> BigInt(GUARD)) + 1n,
  };
}
