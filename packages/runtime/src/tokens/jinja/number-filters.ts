import { charge, chargeCharacters, VALUE_STEPS } from './budget.ts';
import { filter, type FilterEntry, integerArgument } from './filter-entry.ts';
import { fixedText, roundFloat } from './number-format.ts';
import { doubleOf, floatOf, intOf, PyFloat, shrink, toFloat } from './numbers.ts';
import { TemplateError } from './template-error.ts';
import { truthy, typeName } from './values.ts';
import { strip } from './whitespace.ts';

const FLOAT =
  /^[+-]?(?:(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?|inf(?:inity)?|nan)$/i;

/** Python's `float(text)`; undefined where it raises a ValueError. */
function parseFloatText(text: string): number | undefined {
  chargeCharacters(text.length * 2);
  const trimmed = strip(text, null, true, true);
  refuseForeignDigits(trimmed);
  if (!FLOAT.test(trimmed)) return undefined;
  const lower = trimmed.toLowerCase().replace(/^[+]/, '');
  if (lower.endsWith('nan')) return Number.NaN;
  if (lower.includes('inf')) return lower.startsWith('-') ? -Infinity : Infinity;
  return Number(lower.replaceAll('_', ''));
}

function refuseForeignDigits(text: string): void {
  if (/[^\0-\x7f]/.test(text) && /\p{Nd}/u.test(text.replace(/[\0-\x7f]/g, ''))) {
    throw new TemplateError('digits beyond ASCII are not implemented');
  }
}

/** Python's `int(text, base)`; undefined where it raises a ValueError. */
function parseIntText(text: string, base: number): number | bigint | undefined {
  charge(VALUE_STEPS);
  chargeCharacters(text.length * 2);
  const trimmed = strip(text, null, true, true);
  refuseForeignDigits(trimmed);
  const [, sign = '', prefix = '', digits = ''] =
    /^([+-]?)(0[xX]_?|0[oO]_?|0[bB]_?)?([\da-zA-Z]+(?:_[\da-zA-Z]+)*)$/.exec(trimmed) ?? [];
  const bases: Readonly<Record<string, number>> = { x: 16, o: 8, b: 2 };
  const prefixBase = bases[prefix.charAt(1).toLowerCase()];
  if (prefix !== '' && prefixBase !== base && base !== 0) {
    // `0b1` in base 16 is a number with the digit b.
    return base > 10 ? valueOf(sign, prefix + digits, base) : undefined;
  }
  if (base === 0) {
    if (prefixBase === undefined && /^0[\d_]*[1-9]/.test(digits)) return undefined;
    return valueOf(sign, digits, prefixBase ?? 10);
  }
  return valueOf(sign, digits, base);
}

function valueOf(sign: string, digits: string, base: number): number | bigint | undefined {
  if (digits === '') return undefined;
  let value = 0n;
  if (digits.length > 4300) throw new TemplateError('too many digits for an integer');
  for (const digit of digits.replaceAll('_', '')) {
    const one = Number.parseInt(digit, 36);
    if (one >= base) return undefined;
    value = value * BigInt(base) + BigInt(one);
  }
  return shrink(sign === '-' ? -value : value);
}

function truncate(value: number): number | bigint {
  return shrink(BigInt(Math.trunc(value)));
}

function toInteger(value: unknown, fallback: unknown = 0, base: unknown = 10): unknown {
  if (value === undefined) throw new TemplateError('an undefined value is no integer');
  const int = intOf(value);
  if (int !== undefined) return int;
  if (typeof value === 'string') {
    const radix = integerArgument(base, 10, 'base');
    const whole =
      radix === 0 || (radix >= 2 && radix <= 36) ? parseIntText(value, radix) : undefined;
    if (whole !== undefined) return whole;
    const float = parseFloatText(value);
    return float === undefined || !Number.isFinite(float) ? fallback : truncate(float);
  }
  const float = floatOf(value);
  if (float === undefined) return fallback;
  if (Number.isFinite(float)) return truncate(float);
  if (Number.isNaN(float)) return fallback;
  throw new TemplateError('cannot convert float infinity to integer');
}

function toFloatFilter(value: unknown, fallback: unknown = new PyFloat(0)): unknown {
  if (value === undefined) throw new TemplateError('an undefined value is no float');
  const number = typeof value === 'string' ? parseFloatText(value) : doubleOf(value);
  return number === undefined ? fallback : toFloat(number);
}

function rounded(value: unknown, precision: unknown, method: unknown = 'common'): unknown {
  if (method !== 'common' && method !== 'ceil' && method !== 'floor') {
    throw new TemplateError('method must be common, ceil or floor');
  }
  const digits = integerArgument(precision, 0, 'precision');
  const int = intOf(value);
  const float = doubleOf(value);
  if (float === undefined) throw new TemplateError(`round of '${typeName(value)}'`);
  if (method === 'common') {
    if (int === undefined) return toFloat(roundFloat(float, digits));
    if (digits >= 0) return int;
    throw new TemplateError('round of an int to tens is not implemented');
  }
  if (digits < 0 || digits > 22) {
    throw new TemplateError('ceil and floor to such a precision are not implemented');
  }
  if (typeof int === 'bigint') throw new TemplateError('round of such an int is not implemented');
  const scale = 10 ** digits;
  const scaled = float * scale;
  // An int in Python, which has no negative zero.
  return toFloat(((method === 'ceil' ? Math.ceil(scaled) : Math.floor(scaled)) + 0) / scale);
}

function absolute(value: unknown): unknown {
  const int = intOf(value);
  if (int !== undefined) return int < 0 ? -int : int;
  const float = floatOf(value);
  if (float === undefined) throw new TemplateError(`abs of '${typeName(value)}'`);
  return toFloat(Math.abs(float));
}

const UNITS = ['k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'];

/** All its digits, as Python writes an int. */
function bytesText(bytes: number): string {
  if (Number.isFinite(bytes)) return String(BigInt(Math.trunc(bytes)));
  throw new TemplateError('cannot convert float infinity to integer');
}

function fileSize(value: unknown, binary: unknown): string {
  const bytes = typeof value === 'string' ? parseFloatText(value) : doubleOf(value);
  if (bytes === undefined) throw new TemplateError(`filesizeformat of '${typeName(value)}'`);
  const isBinary = truthy(binary);
  const base = isBinary ? 1024 : 1000;
  if (bytes === 1) return '1 Byte';
  if (bytes < base) return `${bytesText(bytes)} Bytes`;
  const index = UNITS.findIndex((_, at) => bytes < base ** (at + 2));
  const at = index < 0 ? UNITS.length - 1 : index;
  const letter = UNITS[at] ?? '';
  const name = isBinary ? `${letter.toUpperCase()}iB` : `${letter}B`;
  return `${fixedText((base * bytes) / base ** (at + 2), 1)} ${name}`;
}

/** Filters of numbers. */
export const numberFilters: readonly (readonly [string, FilterEntry])[] = [
  filter('int', ['default', 'base'], 0, toInteger),
  filter('float', ['default'], 0, toFloatFilter),
  filter('round', ['precision', 'method'], 0, rounded),
  filter('abs', [], 0, absolute),
  filter('filesizeformat', ['binary'], 0, fileSize),
];
