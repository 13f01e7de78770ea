import { chargeText } from './budget.ts';

/** An exact value `digits * 10^exponent` of a double, without sign. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Python's `repr` gives the shortest digits; formats with a precision go by the exact value. */
function exactDecimal(value: number): Decimal {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const biased = Number(bits >> 52n);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const mantissa = biased === 0 ? fraction : fraction | 0x10_0000_0000_0000n;
  const power = (biased === 0 ? 1 : biased) - 1075;
  return power >= 0
    ? { digits: mantissa << BigInt(power), exponent: 0 }
    : { digits: mantissa * 5n ** BigInt(-power), exponent: power };
}

/** `digits / 10^places`, half to even. */
function shorten(digits: bigint, places: number): bigint {
  if (places <= 0) return digits * 10n ** BigInt(-places);
  const scale = 10n ** BigInt(places);
  const quotient = digits / scale;
  const twice = (digits % scale) * 2n;
  return twice > scale || (twice === scale && quotient % 2n === 1n) ? quotient + 1n : quotient;
}

function special(value: number): string | undefined {
  if (Number.isNaN(value)) return 'nan';
  return Number.isFinite(value) ? undefined : 'inf';
}

/** The absolute value with so many decimals: `%.3f`. */
export function fixedText(value: number, decimals: number): string {
  chargeText(decimals);
  const name = special(value);
  if (name !== undefined) return name;
  const { digits, exponent } = exactDecimal(value);
  const text = shorten(digits, -exponent - decimals)
    .toString()
    .padStart(decimals + 1, '0');
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

/** So many significant digits of the absolute value, and the exponent of the first. */
function significant(value: number, count: number): { text: string; exponent: number } {
  const { digits, exponent } = exactDecimal(value);
  if (digits === 0n) return { text: '0'.repeat(count), exponent: 0 };
  const length = digits.toString().length;
  const rounded = shorten(digits, length - count).toString();
  return {
    text: rounded.slice(0, count),
    exponent: length - 1 + exponent + rounded.length - count,
  };
}

/** The absolute value with an exponent: `%.3e`. */
export function exponentText(value: number, decimals: number): string {
  chargeText(decimals);
  const name = special(value);
  if (name !== undefined) return name;
  const { text, exponent } = significant(value, decimals + 1);
  return scientific(text, exponent);
}

function scientific(digits: string, exponent: number): string {
  const mantissa = digits.length > 1 ? `${digits.charAt(0)}.${digits.slice(1)}` : digits;
  const sign = exponent < 0 ? '-' : '+';
  return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** The absolute value in the shorter of both forms: `%.3g`. */
export function generalText(value: number, precision: number): string {
  chargeText(precision);
  const name = special(value);
  if (name !== undefined) return name;
  const { text, exponent } = significant(value, Math.max(1, precision));
  const kept = text.replace(/0+$/, '') || '0';
  if (exponent < -4 || exponent >= Math.max(1, precision)) return scientific(kept, exponent);
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${kept}`;
  const whole = kept.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return kept.length > exponent + 1 ? `${whole}.${kept.slice(exponent + 1)}` : whole;
}

/** Python's `round(value, decimals)` of a float. */
export function roundFloat(value: number, decimals: number): number {
  if (!Number.isFinite(value) || decimals > 340) return value;
  if (decimals < -340) return value * 0;
  const { digits, exponent } = exactDecimal(value);
  const rounded = Number(`${shorten(digits, -exponent - decimals)}e${-decimals}`);
  return value < 0 || Object.is(value, -0) ? -rounded : rounded;
}
