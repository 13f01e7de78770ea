import { Fault } from './fault.ts';
import type { PyNumber } from './value.ts';

/** An `int` as a `float`. */
export function toFloat(value: PyNumber): number {
  if (typeof value === 'number') return value;
  const float = Number(value);
  if (!Number.isFinite(float)) throw new Fault('the number is too large');
  return float;
}

/** The sum; a `float` when one of both is. */
export function add(left: PyNumber, right: PyNumber): PyNumber {
  if (typeof left === 'bigint' && typeof right === 'bigint') return left + right;
  return toFloat(left) + toFloat(right);
}

/** The number with the other sign. */
export function negate(value: PyNumber): PyNumber {
  return -value;
}

/** The difference; a `float` when one of both is. */
export function subtract(left: PyNumber, right: PyNumber): PyNumber {
  if (typeof left === 'bigint' && typeof right === 'bigint') return left - right;
  return toFloat(left) - toFloat(right);
}

/** The product; a `float` when one of both is. */
export function multiply(left: PyNumber, right: PyNumber): PyNumber {
  if (typeof left === 'bigint' && typeof right === 'bigint') return left * right;
  return toFloat(left) * toFloat(right);
}

/** The number without its sign. */
export function absolute(value: PyNumber): PyNumber {
  return value < 0 || Object.is(value, -0) ? -value : value;
}

/**
 * Rounds to two places as Python's `round(x, 2)`: by the exact binary value, ties to the even
 * digit; an `int` stays as it is.
 */
export function roundToCents(value: PyNumber): PyNumber {
  if (typeof value === 'bigint' || !Number.isFinite(value)) return value;
  // Zero keeps its sign; from 1e21 on there are no hundredths, and `toFixed` writes none.
  if (value === 0 || Math.abs(value) >= 1e21) return value;
  // Only eighths lie exactly between two hundredths; their third place is a 5.
  const isTie = Number.isInteger(value * 8) && !Number.isInteger(value * 4);
  if (!isTie) return Number(value.toFixed(2));
  const down = value.toFixed(3).slice(0, -1);
  return Number(/[02468]$/.test(down) ? down : value.toFixed(2));
}
