import { Fault } from '../python/fault.ts';
import { multiply, toFloat } from '../python/number.ts';
import type { PyNumber } from '../python/value.ts';
import { floatPower } from './float-power.ts';

/** Far beyond a float's 1,024 bits, and computed in microseconds. */
const MAX_BITS = 65_536;
const LIMIT = 1n << BigInt(MAX_BITS);

/** One more bit than two rounding steps need. */
const QUOTIENT_BITS = 66;

function bitsOf(value: bigint): number {
  return value.toString(16).length * 4;
}

function refuseZero(value: PyNumber): void {
  if (value === 0n || value === 0) throw new Fault('division by zero');
}

/** The float nearest to a quotient of integers, however large they are. */
function divideIntegers(left: bigint, right: bigint): number {
  const isNegative = left < 0n !== right < 0n;
  const [top, bottom] = [left < 0n ? -left : left, right < 0n ? -right : right];
  const shift = Math.max(0, QUOTIENT_BITS + bitsOf(bottom) - bitsOf(top));
  const scaled = top << BigInt(shift);
  // The last bit stands for all that the division cut off, so that one rounding sees it.
  const quotient = (scaled / bottom) | (scaled % bottom === 0n ? 0n : 1n);
  // Divided in two steps: 2 ** shift may be beyond a float.
  const half = Math.floor(shift / 2);
  const size = toFloat(quotient) / 2 ** half / 2 ** (shift - half);
  return isNegative ? -size : size;
}

/** Python's `/`: a float always. */
export function divide(left: PyNumber, right: PyNumber): number {
  refuseZero(right);
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    const isExact = Number.isSafeInteger(Number(left)) && Number.isSafeInteger(Number(right));
    return isExact ? Number(left) / Number(right) : divideIntegers(left, right);
  }
  return toFloat(left) / toFloat(right);
}

/** Python's `//`: rounds down, an `int` for two of them. */
export function floorDivide(left: PyNumber, right: PyNumber): PyNumber {
  refuseZero(right);
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    const quotient = left / right;
    return left % right !== 0n && left < 0n !== right < 0n ? quotient - 1n : quotient;
  }
  const [top, bottom] = [toFloat(left), toFloat(right)];
  const rest = top % bottom;
  const below = rest !== 0 && bottom < 0 !== rest < 0 ? 1 : 0;
  const quotient = (top - rest) / bottom - below;
  // A zero has the sign of the exact quotient.
  if (quotient === 0) return Math.sign(top / bottom) * 0;
  const floor = Math.floor(quotient);
  return quotient - floor > 0.5 ? floor + 1 : floor;
}

function integerPower(base: bigint, exponent: bigint): bigint {
  if (base === 0n || base === 1n || base === -1n) {
    return exponent === 0n || (base === -1n && exponent % 2n === 0n) ? 1n : base;
  }
  if (BigInt(bitsOf(base)) * exponent > MAX_BITS) throw new Fault('the number is too large');
  return base ** exponent;
}

/** Python's `*`, whose `int` does not grow without end. */
export function multiplyBounded(left: PyNumber, right: PyNumber): PyNumber {
  const product = multiply(left, right);
  if (typeof product === 'bigint' && (product > LIMIT || product < -LIMIT)) {
    throw new Fault('the number is too large');
  }
  return product;
}

/** A finite float to a finite power, rounded once. */
function roundedPower(base: number, exponent: number): number {
  if (base === 0) return base ** exponent;
  const size = floatPower(Math.abs(base), exponent);
  return base < 0 && Math.abs(exponent % 2) === 1 ? -size : size;
}

/** Python's `**`. */
export function power(base: PyNumber, exponent: PyNumber): PyNumber {
  if (typeof base === 'bigint' && typeof exponent === 'bigint' && exponent >= 0n) {
    return integerPower(base, exponent);
  }
  const [below, above] = [toFloat(base), toFloat(exponent)];
  if (below === 0 && above < 0) throw new Fault('division by zero');
  if (below < 0 && Number.isFinite(above) && !Number.isInteger(above)) {
    throw new Fault('the root of a negative number is no number');
  }
  const value =
    Number.isFinite(below) && Number.isFinite(above) ? roundedPower(below, above) : below ** above;
  if (!Number.isFinite(value) && Number.isFinite(below)) {
    throw new Fault('the number is too large');
  }
  return value;
}
