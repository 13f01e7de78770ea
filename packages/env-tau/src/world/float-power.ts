/** Bits behind the point of the fixed-point numbers here: 53 are wanted, the rest is for the errors. */
const BITS = 256n;
const ONE = 1n << BITS;

/** Beyond it in size a power is 0 or too large: 2 ** 1076 is past every float. */
const MOST_OCTAVES = 1100n;

/** Larger exponents would carry the error of the logarithm into the float's digits. */
const LARGEST_EXPONENT = 2 ** 80;

/** Bits that are kept to see whether a power is exact, or exactly between two floats. */
const EXACT_BITS = 54;
const GUARD_BITS = 100n;

/** A float as `whole * 2 ** -shift`. */
function exactOf(value: number): { whole: bigint; shift: bigint } {
  let shift = 0;
  for (; !Number.isInteger(value); shift += 1) value *= 2;
  return { whole: BigInt(value), shift: BigInt(shift) };
}

/** ln((1 + z) / (1 - z)) by its series, of a fixed-point z below 0.2. */
function logarithmOf(z: bigint): bigint {
  const square = (z * z) >> BITS;
  let sum = 0n;
  for (let [term, at] = [z, 1n]; term / at !== 0n; at += 2n) {
    sum += term / at;
    term = (term * square) >> BITS;
  }
  return 2n * sum;
}

/** ln 2 = ln(3/2) + ln(4/3). */
const LN2 = logarithmOf(ONE / 5n) + logarithmOf(ONE / 7n);

/** The natural logarithm of a positive float, fixed-point. */
function naturalLogarithm(value: number): bigint {
  const { whole, shift } = exactOf(value);
  let octaves = BigInt(whole.toString(2).length);
  let part = (whole << BITS) >> octaves;
  // Between 0.7 and 1.4, where the series is short.
  if (part * 10n < ONE * 7n) [part, octaves] = [part * 2n, octaves - 1n];
  return logarithmOf(((part - ONE) << BITS) / (part + ONE)) + (octaves - shift) * LN2;
}

/** e to a fixed-point number between -0.4 and 0.4. */
function exponential(value: bigint): bigint {
  let sum = 0n;
  for (let [term, at] = [ONE, 1n]; term !== 0n && term !== -1n; at += 1n) {
    sum += term;
    term = ((term * value) >> BITS) / at;
  }
  return sum;
}

/** Rounds off what can only be error: the rest is exact in a bit more than a float has. */
function snap(value: bigint): bigint {
  const unit = BigInt(value.toString(2).length - EXACT_BITS);
  const nearest = ((value + (1n << (unit - 1n))) >> unit) << unit;
  const error = value > nearest ? value - nearest : nearest - value;
  return error >> (unit - GUARD_BITS) === 0n ? nearest : value;
}

/**
 * A positive finite float to a finite power, rounded once. JavaScript's own `**` may be off in the
 * last digit, where the C library of Python is not.
 */
export function floatPower(base: number, exponent: number): number {
  if (Math.abs(exponent) > LARGEST_EXPONENT) return base ** exponent;
  const { whole, shift } = exactOf(exponent);
  const logarithm = (naturalLogarithm(base) * whole) >> shift;
  const octaves = (logarithm + LN2 / 2n) / LN2;
  if (octaves > MOST_OCTAVES || octaves < -MOST_OCTAVES) return octaves > 0n ? Infinity : 0;
  const part = snap(exponential(logarithm - octaves * LN2));
  // Scaled in two steps: one factor may be beyond a float.
  const half = Math.trunc(Number(octaves) / 2);
  return (Number(part) / 2 ** Number(BITS)) * 2 ** half * 2 ** (Number(octaves) - half);
}
