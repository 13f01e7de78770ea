import { chargeText } from './budget.ts';
import { exponentText, fixedText, generalText } from './number-format.ts';
import { doubleOf, floatOf, type Int, intOf } from './numbers.ts';
import { intText, toRepr, toText } from './python-text.ts';
import { TemplateError } from './template-error.ts';
import {
  codePointCount,
  codePoints,
  dictGet,
  dictHas,
  isDict,
  Range,
  Tuple,
  typeName,
} from './values.ts';

const FIELD = /%(?:\(([^()]*)\))?([-+ #0]*)(\*|\d*)(?:\.(\*|\d*))?[hlL]?([\s\S]?)/g;

/** A format field after its key: flags, width, precision, conversion. */
interface Field {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly kind: string;
}

/**
 * Python's `format % values`.
 *
 * @throws TemplateError as Python does
 */
export function percentFormat(format: string, value: unknown): string {
  const values = value instanceof Tuple ? value.items : [value];
  let next = 0;
  const take = () => {
    if (next >= values.length) throw new TemplateError('not enough arguments for format string');
    next += 1;
    return values[next - 1];
  };
  const size = (text: string | undefined) => {
    if (text !== '*') return text === undefined || text === '' ? 0 : Number(text);
    const int = intOf(take());
    if (typeof int === 'number') return int;
    throw new TemplateError('* wants int');
  };
  const text = format.replace(
    FIELD,
    (
      field: string,
      key: string | undefined,
      flags: string,
      width: string,
      precision: string | undefined,
      kind: string,
    ) => {
      if (field === '%%') return '%';
      if (key !== undefined) {
        if (!isDict(value)) throw new TemplateError('format requires a mapping');
        if (!dictHas(value, key)) throw new TemplateError(`no key '${key}' for the format`);
      }
      const wide = size(width);
      const spec = {
        flags: wide < 0 ? `${flags}-` : flags,
        width: Math.abs(wide),
        precision: precision === undefined ? undefined : Math.max(0, size(precision)),
        kind,
      };
      chargeText(spec.width);
      const argument = key !== undefined && isDict(value) ? dictGet(value, key) : take();
      return pad(convert(argument, spec), spec);
    },
  );
  // What could have been a mapping may be left over.
  const mayRemain =
    value === undefined || isDict(value) || Array.isArray(value) || value instanceof Range;
  if (next < values.length && !mayRemain) {
    throw new TemplateError('not all arguments converted during string formatting');
  }
  chargeText(text.length);
  return text;
}

interface Converted {
  readonly sign: string;
  readonly prefix: string;
  readonly body: string;
  readonly isNumber: boolean;
}

function convert(value: unknown, field: Field): Converted {
  const plain = (body: string): Converted => ({ sign: '', prefix: '', body, isNumber: false });
  const { kind, precision } = field;
  switch (kind) {
    case 's':
      return plain(cut(toText(value), precision));
    case 'r':
      return plain(cut(toRepr(value), precision));
    case 'a':
      throw new TemplateError('the format `%a` is not implemented');
    case 'c': {
      if (typeof value === 'string' && codePointCount(value) === 1) return plain(value);
      const code = intOf(value);
      if (
        typeof code === 'number' &&
        code >= 0 &&
        code <= 0x10_ff_ff &&
        typeof value !== 'string'
      ) {
        return plain(String.fromCodePoint(code));
      }
      throw new TemplateError('%c requires int or char');
    }
    case 'd':
    case 'i':
    case 'u':
      return integer(truncate(value, kind), 10, field);
    case 'x':
    case 'X':
      return integer(whole(value, kind), 16, field);
    case 'o':
      return integer(whole(value, kind), 8, field);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      return float(value, field);
    default:
      throw new TemplateError(`unsupported format character '${kind}'`);
  }
}

function cut(text: string, precision: number | undefined): string {
  return precision === undefined ? text : codePoints(text).slice(0, precision).join('');
}

function truncate(value: unknown, kind: string): Int {
  const double = floatOf(value);
  if (double === undefined) return whole(value, kind);
  if (!Number.isFinite(double)) throw new TemplateError('cannot convert float to integer');
  return BigInt(Math.trunc(double));
}

function whole(value: unknown, kind: string): Int {
  const int = intOf(value);
  if (int !== undefined) return int;
  throw new TemplateError(`%${kind} format: an integer is required, not ${typeName(value)}`);
}

function signOf(isNegative: boolean, flags: string): string {
  if (isNegative) return '-';
  return flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
}

function integer(value: Int, base: 8 | 10 | 16, { flags, precision, kind }: Field): Converted {
  const isNegative = value < 0;
  const size = isNegative ? -value : value;
  const digits = (base === 10 ? intText(size) : size.toString(base)).padStart(precision ?? 0, '0');
  const prefix = flags.includes('#') && base !== 10 ? (base === 8 ? '0o' : '0x') : '';
  return {
    sign: signOf(isNegative, flags),
    prefix: kind === 'X' ? prefix.toUpperCase() : prefix,
    body: kind === 'X' ? digits.toUpperCase() : digits,
    isNumber: true,
  };
}

function float(value: unknown, { flags, precision = 6, kind }: Field): Converted {
  const double = typeof value === 'string' ? undefined : doubleOf(value);
  if (double === undefined) throw new TemplateError(`must be real number, not ${typeName(value)}`);
  if (flags.includes('#')) throw new TemplateError('the flag `#` of floats is not implemented');
  const lower = kind.toLowerCase();
  const text =
    lower === 'f'
      ? fixedText(double, precision)
      : lower === 'e'
        ? exponentText(double, precision)
        : generalText(double, precision);
  return {
    sign: signOf(double < 0 || Object.is(double, -0), flags),
    prefix: '',
    body: kind === lower ? text : text.toUpperCase(),
    isNumber: Number.isFinite(double),
  };
}

function pad({ sign, prefix, body, isNumber }: Converted, { flags, width }: Field): string {
  const head = sign + prefix;
  const missing = Math.max(0, width - head.length - codePointCount(body));
  if (flags.includes('-')) return head + body + ' '.repeat(missing);
  if (flags.includes('0') && isNumber) return head + '0'.repeat(missing) + body;
  return ' '.repeat(missing) + head + body;
}
