import { chargeCharacters } from './budget.ts';
import { TemplateError } from './template-error.ts';

/** An int: a safe integer, or a bigint beyond those. */
export type Int = number | bigint;

/** A float whose value JavaScript could not tell from an int. */
export class PyFloat {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** From 1e21 on JSON has an exponent, with which Python reads a float. */
const FIRST_FLOAT = 1e21;

/** The value of an int or a bool; undefined for anything else. */
export function intOf(value: unknown): Int | undefined {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return value + 0;
    return Number.isInteger(value) && Math.abs(value) < FIRST_FLOAT ? BigInt(value) : undefined;
  }
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'bigint' ? shrink(value) : undefined;
}

/** The value of a float; undefined for anything else, ints too. */
export function floatOf(value: unknown): number | undefined {
  if (value instanceof PyFloat) return value.value;
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return undefined;
  return Number.isInteger(value) && Math.abs(value) < FIRST_FLOAT ? undefined : value;
}

export function isNumeric(value: unknown): boolean {
  return (
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    typeof value === 'bigint' ||
    value instanceof PyFloat
  );
}

/** A float as a value of the template. */
export function toFloat(value: number): number | PyFloat {
  return Number.isInteger(value) ? new PyFloat(value) : value;
}

/** An integer in its one form. */
export function shrink(value: bigint): Int {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/**
 * An int as a double, as Python converts it.
 *
 * @throws TemplateError when it is too large
 */
export function toDouble(value: Int): number {
  const number = Number(value);
  if (!Number.isFinite(number)) throw new TemplateError('int too large to convert to float');
  return number;
}

/** The value of any number as a double, for arithmetic with a float; undefined for no number. */
export function doubleOf(value: unknown): number | undefined {
  const float = floatOf(value);
  if (float !== undefined) return float;
  const int = intOf(value);
  return int === undefined ? undefined : toDouble(int);
}

/**
 * An int that fits an index or a size; undefined for anything else.
 *
 * @throws TemplateError for one beyond 2^53 - 1
 */
export function indexOf(value: unknown): number | undefined {
  const int = intOf(value);
  if (typeof int === 'bigint') throw new TemplateError('an integer is too large for an index');
  return int;
}

/** Order of two numbers, NaN when they have none. */
export function compareNumbers(left: unknown, right: unknown): number | undefined {
  const [a, b] = [intOf(left), intOf(right)];
  if (a !== undefined && b !== undefined) return a < b ? -1 : a > b ? 1 : 0;
  const [x, y] = [a ?? floatOf(left), b ?? floatOf(right)];
  if (x === undefined || y === undefined) return undefined;
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  // Mixed comparison of bigint and double is exact in JavaScript as in Python.
  return x < y ? -1 : x > y ? 1 : 0;
}

/** A power, or a product by shifting, may not have more bits. */
const MOST_BITS = 1_000_000;

type IntegerOperator = '+' | '-' | '*' | '//' | '%' | '**';

/** Python's arithmetic on two ints; a float where Python gives one. */
export function integerArithmetic(
  operator: IntegerOperator | '/',
  left: Int,
  right: Int,
): Int | number | PyFloat {
  if (operator === '/') return trueDivision(left, right);
  if (operator === '**') return power(left, right);
  if ((operator === '//' || operator === '%') && Number(right) === 0) {
    throw new TemplateError('integer division or modulo by zero');
  }
  if (typeof left === 'number' && typeof right === 'number') {
    const result = safeArithmetic(operator, left, right);
    if (Number.isSafeInteger(result)) return result + 0;
  }
  return bigArithmetic(operator, BigInt(left), BigInt(right));
}

function safeArithmetic(operator: IntegerOperator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '%': {
      const rest = left % right;
      return rest !== 0 && rest < 0 !== right < 0 ? rest + right : rest;
    }
    case '//':
      // A quotient of doubles may round up to the next integer.
      return Math.round((left - safeArithmetic('%', left, right)) / right);
    case '**':
      return left ** right;
  }
}

function bigArithmetic(operator: IntegerOperator, left: bigint, right: bigint): Int {
  const bits = bitLength(left) + bitLength(right);
  if (bits > MOST_BITS) throw new TemplateError(`an integer of more than ${MOST_BITS} bits`);
  chargeCharacters(bits);
  switch (operator) {
    case '+':
      return shrink(left + right);
    case '-':
      return shrink(left - right);
    case '*':
      chargeCharacters((bits * bits) / 4096);
      return shrink(left * right);
    case '%':
    case '//':
    case '**': {
      chargeCharacters((bits * bits) / 4096);
      const rest = left % right;
      const isOff = rest !== 0n && rest < 0n !== right < 0n;
      if (operator === '%') return shrink(isOff ? rest + right : rest);
      return shrink(left / right - (isOff ? 1n : 0n));
    }
  }
}

function bitLength(value: bigint): number {
  // Hexadecimal digits are cheap to make, and near enough.
  return value === 0n ? 0 : value.toString(16).length * 4;
}

function trueDivision(left: Int, right: Int): number | PyFloat {
  if (Number(right) === 0) throw new TemplateError('division by zero');
  if (typeof left === 'bigint' || typeof right === 'bigint') {
    throw new TemplateError('`/` of integers beyond 2^53 - 1 is not implemented');
  }
  return toFloat(left / right);
}

function power(base: Int, exponent: Int): Int | number | PyFloat {
  const size = Number(exponent);
  if (size < 0) {
    if (Number(base) === 0) throw new TemplateError('0.0 cannot be raised to a negative power');
    const whole = power(base, -size);
    if (typeof whole !== 'number') {
      throw new TemplateError('a negative power this small is not implemented');
    }
    return toFloat(1 / whole);
  }
  const bits = bitLength(BigInt(base)) * size;
  if (bits > MOST_BITS && Math.abs(Number(base)) > 1) {
    throw new TemplateError(`an integer of more than ${MOST_BITS} bits`);
  }
  chargeCharacters((bits * bits) / 4096);
  return shrink(BigInt(base) ** BigInt(exponent));
}

/** Python's arithmetic when one side is a float. */
export function floatArithmetic(
  operator: IntegerOperator | '/',
  left: number,
  right: number,
): number | PyFloat {
  switch (operator) {
    case '+':
      return toFloat(left + right);
    case '-':
      return toFloat(left - right);
    case '*':
      return toFloat(left * right);
    case '**':
      return toFloat(floatPower(left, right));
    case '/':
    case '//':
    case '%': {
      if (right === 0) throw new TemplateError('float division by zero');
      if (operator === '/') return toFloat(left / right);
      const [quotient, rest] = divideFloats(left, right);
      return toFloat(operator === '//' ? quotient : rest);
    }
  }
}

/** CPython's `float_divmod`. */
function divideFloats(left: number, right: number): [quotient: number, rest: number] {
  let rest = left % right;
  let quotient = (left - rest) / right;
  if (rest !== 0) {
    if (right < 0 !== rest < 0) {
      rest += right;
      quotient -= 1;
    }
  } else {
    rest = right < 0 ? -0 : 0;
  }
  if (quotient === 0) return [Object.is(left / right, -0) || left / right < 0 ? -0 : 0, rest];
  const floor = Math.floor(quotient);
  return [quotient - floor > 0.5 ? floor + 1 : floor, rest];
}

/** Powers that are exact in any library; others differ in the last digit between libraries. */
function floatPower(base: number, exponent: number): number {
  if (exponent === 0 || base === 1) return 1;
  if (exponent === 1) return base;
  const isWhole = Number.isInteger(base) && Number.isInteger(exponent);
  if (isWhole && exponent > 0) {
    const result = base ** exponent;
    if (Number.isSafeInteger(result)) return result;
  }
  throw new TemplateError('`**` of floats is not implemented: its last digit differs by library');
}
