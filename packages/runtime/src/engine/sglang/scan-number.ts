/** Digits of each of the two halves in which a number is read: the products below are then exact. */
const HALF = 9;
/** Numbers of up to so many digits are exact float64s before they are scaled. */
const EXACT = 15;
/** The largest power of ten that is an exact float64. */
const LARGEST = 22;
/** Powers of ten; beyond the largest exact one, those by which a second factor is multiplied. */
const POWERS = Float64Array.from({ length: LARGEST + 1 }, (_, exponent) => Number(`1e${exponent}`));
/** The first 24 bits of each power; what is left of it has 28 at most. */
const TOPS = POWERS.map(Math.fround);
/** Half of the distance between a float64 and the next, by the biased exponent of its float32. */
const HALF_STEPS = Float64Array.from({ length: 256 }, (_, biased) => 2 ** (biased - 127 - 53));

const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
/** Makes a letter small. */
const SMALL = 0x20;
const LETTER_E = 0x65;

const latin1 = new TextDecoder('latin1');
const single = new Float32Array(1);
const bits = new Int32Array(single.buffer);

/**
 * Reads the JSON number that begins at `from` as `JSON.parse` does, to the last bit, and writes it.
 * Gives the place behind it; -1 where there is none, or one with more than nine digits before its
 * point.
 *
 * Log-probs are float32 that were printed as float64: such a number is found by rounding to float32
 * and proven by its exact distance; any other goes through `Number`.
 */
export function scanNumber(
  bytes: Uint8Array,
  from: number,
  into: Float64Array,
  index: number,
): number {
  let at = from;
  let byte = bytes[at] ?? 0;
  const isNegative = byte === MINUS;
  if (isNegative) byte = bytes[(at += 1)] ?? 0;
  if (byte < ZERO || byte > NINE) return -1;
  let high = byte - ZERO;
  let digits = high === 0 ? 0 : 1;
  byte = bytes[(at += 1)] ?? 0;
  while (byte >= ZERO && byte <= NINE) {
    if (high === 0) return -1;
    high = high * 10 + byte - ZERO;
    digits += 1;
    byte = bytes[(at += 1)] ?? 0;
  }
  // No log-prob, and beyond the two halves.
  if (digits > HALF) return -1;
  let low = 0;
  let exponent = 0;
  if (byte === POINT) {
    const point = at;
    byte = bytes[(at += 1)] ?? 0;
    if (high === 0) while (byte === ZERO) byte = bytes[(at += 1)] ?? 0;
    while (byte >= ZERO && byte <= NINE && digits < HALF) {
      high = high * 10 + byte - ZERO;
      digits += 1;
      byte = bytes[(at += 1)] ?? 0;
    }
    while (byte >= ZERO && byte <= NINE) {
      low = low * 10 + byte - ZERO;
      digits += 1;
      byte = bytes[(at += 1)] ?? 0;
    }
    exponent = point + 1 - at;
    if (exponent === 0) return -1;
  }
  if ((byte | SMALL) === LETTER_E) {
    const sign = bytes[(at += 1)] ?? 0;
    if (sign === MINUS || sign === PLUS) at += 1;
    const start = at;
    let power = 0;
    byte = bytes[at] ?? 0;
    while (byte >= ZERO && byte <= NINE) {
      power = power * 10 + byte - ZERO;
      byte = bytes[(at += 1)] ?? 0;
    }
    if (at === start) return -1;
    exponent += sign === MINUS ? -power : power;
  }
  const value = scale(high, low, digits, exponent);
  if (Number.isNaN(value)) into[index] = Number(textOf(bytes, from, at));
  else into[index] = isNegative ? -value : value;
  return at;
}

function textOf(bytes: Uint8Array, from: number, to: number): string {
  return latin1.decode(bytes.subarray(from, to));
}

/** The float64 next to a decimal number; NaN where this arithmetic cannot tell. */
function scale(high: number, low: number, digits: number, exponent: number): number {
  const shift = digits > HALF ? (POWERS[digits - HALF] ?? 0) : 1;
  if (digits <= EXACT) {
    // Both are exact, so that one operation rounds as it must.
    const whole = high * shift + low;
    if (exponent === 0) return whole;
    return exponent < 0 ? whole / (POWERS[-exponent] ?? NaN) : whole * (POWERS[exponent] ?? NaN);
  }
  if (digits > 2 * HALF || exponent > -1 || exponent < -LARGEST - 2) return NaN;
  const first = exponent < -LARGEST ? LARGEST : -exponent;
  const power = POWERS[first] ?? NaN;
  const more = POWERS[-exponent - first] ?? NaN;
  const near = Math.fround((high * shift + low) / power / more);
  // Whether this float32 is the float64 next to (high * shift + low) / (power * more): both sides
  // are compared times the divisor. Every product but that of the power's last bits is exact (at
  // most 30 + 21 and 29 + 24 bits), and that one is off by less than a thousandth of the bound.
  single[0] = near;
  const pattern = bits[0] ?? 0;
  const biased = (pattern >>> 23) & 0xff;
  // Subnormal; or a power of two, below which float64s lie closer. Both are rare.
  if (biased === 0 || (pattern & 0x7f_ffff) === 0) return NaN;
  const times = near * more;
  const top = TOPS[first] ?? NaN;
  const distance = high * shift - times * top + (low - times * (power - top));
  const bound = (HALF_STEPS[biased] ?? 0) * power * more * 0.999;
  return distance < bound && -distance < bound ? near : NaN;
}
