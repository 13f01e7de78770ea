import { chargeSlowly, chargeText } from './budget.ts';
import { exponentText, fixedText, generalText } from './number-format.ts';
import { doubleOf, floatOf, intOf } from './numbers.ts';
import { floatText, intText, toRepr, toText } from './python-text.ts';
import { TemplateError } from './template-error.ts';
import { type CallArguments, codePointCount, codePoints, typeName } from './values.ts';

const SPEC = /^(?:(.)?([<>=^]))?([-+ ]?)(z?)(#?)(0?)(\d*)([,_]?)(?:\.(\d+))?([a-zA-Z%]?)$/su;

/** How fields look into their values: as the sandbox does. */
export interface FieldLookup {
  attribute(value: unknown, name: string): unknown;
  item(value: unknown, key: unknown): unknown;
}

/** What the fields of one format are filled from. */
interface Source {
  readonly args: CallArguments;
  readonly numbering: Numbering;
  readonly lookup: FieldLookup;
}

/** Which positional argument comes next; false once fields are numbered by hand. */
interface Numbering {
  next: number | false;
}

/**
 * Python's `str.format`, with attributes looked up as the sandbox does.
 *
 * @throws TemplateError as Python does, and for what is not implemented
 */
export function strFormat(format: string, args: CallArguments, lookup: FieldLookup): string {
  chargeSlowly(format.length);
  const text = fill(format, { args, numbering: { next: 0 }, lookup }, 2);
  chargeText(text.length);
  return text;
}

function fill(format: string, source: Source, depth: number): string {
  if (depth < 0) throw new TemplateError('Max string recursion exceeded');
  let result = '';
  let at = 0;
  while (at < format.length) {
    const character = format.charAt(at);
    if (character !== '{' && character !== '}') {
      result += character;
      at += 1;
    } else if (format[at + 1] === character) {
      result += character;
      at += 2;
    } else if (character === '}') {
      throw new TemplateError("Single '}' encountered in format string");
    } else {
      const end = closing(format, at);
      result += field(format.slice(at + 1, end), source, depth);
      at = end + 1;
    }
  }
  return result;
}

function closing(format: string, start: number): number {
  let open = 0;
  for (let at = start; at < format.length; at += 1) {
    if (format[at] === '{') open += 1;
    if (format[at] === '}') open -= 1;
    if (open === 0) return at;
  }
  throw new TemplateError("expected '}' before end of string");
}

function field(text: string, source: Source, depth: number): string {
  const [, name = '', conversion, spec = ''] =
    /^([^!:]*)(?:!([^:]*))?(?::([\s\S]*))?$/.exec(text) ?? [];
  if (name.includes('{')) throw new TemplateError('a field in the name of a field');
  const value = converted(lookUp(name, source), conversion);
  return formatValue(value, fill(spec, source, depth - 1));
}

function converted(value: unknown, conversion: string | undefined): unknown {
  if (conversion === undefined) return value;
  if (conversion === 's') return toText(value);
  if (conversion === 'r') return toRepr(value);
  throw new TemplateError(`the conversion !${conversion} is unknown or not implemented`);
}

function lookUp(name: string, { args, numbering, lookup }: Source): unknown {
  const [, first = '', rest = ''] = /^([^.[]*)([\s\S]*)$/.exec(name) ?? [];
  let value = argument(first, args, numbering);
  const steps = /\.([^.[]+)|\[([^\]]+)\]/y;
  while (steps.lastIndex < rest.length) {
    const step = steps.exec(rest);
    if (step === null) throw new TemplateError(`cannot read the field {${name}}`);
    const [, attributeName, key = ''] = step;
    if (attributeName !== undefined) value = lookup.attribute(value, attributeName);
    else value = lookup.item(value, /^\d+$/.test(key) ? Number(key) : key);
  }
  return value;
}

function argument(first: string, args: CallArguments, numbering: Numbering): unknown {
  if (first !== '' && !/^\d+$/.test(first)) {
    if (!args.keyword.has(first)) throw new TemplateError(`format() has no '${first}'`);
    return args.keyword.get(first);
  }
  if (first === '' && numbering.next === false) {
    throw new TemplateError('cannot switch from manual field specification to automatic');
  }
  if (first !== '' && numbering.next !== false && numbering.next > 0) {
    throw new TemplateError('cannot switch from automatic field numbering to manual');
  }
  const index = numbering.next === false || first !== '' ? Number(first) : numbering.next;
  numbering.next = first === '' ? index + 1 : false;
  if (index >= args.positional.length) throw new TemplateError('format() index out of range');
  return args.positional[index];
}

/** What a number or text becomes before it is padded. */
interface Body {
  readonly sign: string;
  readonly text: string;
}

/** Python's `format(value, spec)`. */
function formatValue(value: unknown, spec: string): string {
  if (spec === '') return toText(value);
  const parsed = SPEC.exec(spec);
  if (parsed === null) throw new TemplateError(`Invalid format specifier '${spec}'`);
  const [
    ,
    filler,
    align,
    sign = '',
    z,
    alternate,
    zero,
    width = '',
    group = '',
    precision,
    kind = '',
  ] = parsed;
  if (z !== '' || alternate !== '') {
    throw new TemplateError(`the format ${JSON.stringify(spec)} is not implemented`);
  }
  const size = Number(width || 0);
  chargeText(size);
  const decimals = precision === undefined ? undefined : Number(precision);
  const isText = typeof value === 'string';
  const isNumber = !isText && doubleOf(value) !== undefined && typeof value !== 'boolean';
  if (!isText && !isNumber && typeof value !== 'boolean') {
    throw new TemplateError(`unsupported format string for ${typeName(value)}`);
  }
  if (typeof value === 'boolean' && kind === '') {
    throw new TemplateError('the format of a bool is not implemented');
  }
  const body = isText
    ? textBody(value, sign + group, kind, decimals)
    : numberBody(value, { sign, group, kind, decimals, isPadded: zero !== '' });
  const fillWith = filler ?? (zero === '' ? ' ' : '0');
  const place = align ?? (zero !== '' ? '=' : isText ? '<' : '>');
  if (place === '=' && isText) {
    if (align === undefined) return padded(body, fillWith, '<', size);
    throw new TemplateError("'=' alignment not allowed in string format specifier");
  }
  if (group !== '' && place === '=' && fillWith === '0' && size > 0) {
    throw new TemplateError('grouping with zero padding is not implemented');
  }
  return padded(body, fillWith, place, size);
}

function textBody(
  value: string,
  forbidden: string,
  kind: string,
  decimals: number | undefined,
): Body {
  if (forbidden !== '') throw new TemplateError('sign or grouping in a string format specifier');
  if (kind !== '' && kind !== 's') throw new TemplateError(`Unknown format code '${kind}' for str`);
  return {
    sign: '',
    text: decimals === undefined ? value : codePoints(value).slice(0, decimals).join(''),
  };
}

interface NumberSpec {
  readonly sign: string;
  readonly group: string;
  readonly kind: string;
  readonly decimals: number | undefined;
  readonly isPadded: boolean;
}

function numberBody(value: unknown, spec: NumberSpec): Body {
  const int = intOf(value);
  const isInteger = int !== undefined && ['', 'd', 'x', 'X', 'o', 'b'].includes(spec.kind);
  if (isInteger) {
    if (spec.decimals !== undefined)
      throw new TemplateError('Precision not allowed in integer format');
    const isNegative = int < 0;
    const size = isNegative ? -int : int;
    const bases: Readonly<Record<string, number>> = { x: 16, X: 16, o: 8, b: 2 };
    const base = bases[spec.kind] ?? 10;
    const digits = base === 10 ? intText(size) : size.toString(base);
    if (spec.group === ',' && base !== 10)
      throw new TemplateError("Cannot specify ',' with a base");
    const grouped = grouping(digits, spec.group, base === 10 ? 3 : 4);
    const text = spec.kind === 'X' ? grouped.toUpperCase() : grouped;
    return { sign: signText(isNegative, spec.sign), text };
  }
  return floatBody(value, spec);
}

function floatBody(value: unknown, { sign, group, kind, decimals }: NumberSpec): Body {
  const double = doubleOf(value) ?? Number.NaN;
  const isNegative = double < 0 || Object.is(double, -0);
  const lower = kind.toLowerCase();
  const text = () => {
    if (lower === 'f') return fixedText(double, decimals ?? 6);
    if (lower === 'e') return exponentText(double, decimals ?? 6);
    if (lower === 'g') return generalText(double, decimals ?? 6);
    if (kind === '%') return `${fixedText(double * 100, decimals ?? 6)}%`;
    if (kind === '' && decimals === undefined) return floatText(Math.abs(double));
    throw new TemplateError(`the format code '${kind}' for ${typeName(value)} is not implemented`);
  };
  const plain = floatOf(value) === undefined && kind === '' ? intText(intOf(value) ?? 0) : text();
  const [, whole = '', rest = ''] = /^(\d*)([\s\S]*)$/.exec(plain) ?? [];
  const grouped = grouping(whole, group, 3) + rest;
  return {
    sign: signText(isNegative, sign),
    text: kind === lower ? grouped : grouped.toUpperCase(),
  };
}

function signText(isNegative: boolean, sign: string): string {
  return isNegative ? '-' : sign === '-' ? '' : sign;
}

function grouping(digits: string, separator: string, size: number): string {
  if (separator === '') return digits;
  return digits.replace(new RegExp(`\\B(?=(?:[\\da-f]{${size}})+$)`, 'g'), separator);
}

function padded({ sign, text }: Body, filler: string, place: string, width: number): string {
  const missing = Math.max(0, width - sign.length - codePointCount(text));
  if (place === '<') return sign + text + filler.repeat(missing);
  if (place === '>') return filler.repeat(missing) + sign + text;
  if (place === '=') return sign + filler.repeat(missing) + text;
  const left = Math.floor(missing / 2);
  return filler.repeat(left) + sign + text + filler.repeat(missing - left);
}
