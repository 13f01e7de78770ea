import { charge, chargeCharacters, chargeSlowly, chargeText, VALUE_STEPS } from './budget.ts';
import { floatOf, intOf } from './numbers.ts';
import { TemplateError } from './template-error.ts';
import {
  type Dict,
  dictEntries,
  DictView,
  isDict,
  Markup,
  Namespace,
  Range,
  sequenceItems,
  Tuple,
  typeName,
} from './values.ts';

/** Python's `str(value)`, with Jinja's empty text for Undefined. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value instanceof Markup) return value.text;
  const text = typeof value === 'object' ? toRepr(value) : scalarText(value);
  chargeText(text.length);
  return text;
}

/**
 * The same for what gives text back in the form in which it came.
 *
 * @throws TemplateError for text marked safe
 */
export function plainText(value: unknown): string {
  if (value instanceof Markup) throw new TemplateError(`a filter of ${typeName(value)}`);
  return toText(value);
}

function scalarText(value: unknown): string {
  const int = intOf(value);
  if (int !== undefined) return intText(int);
  const float = floatOf(value);
  if (float !== undefined) return floatText(float);
  throw addressed(value);
}

/** More digits are an error in Python too. */
const MOST_DIGITS = 4300;

export function intText(value: number | bigint): string {
  const text = value.toString();
  if (text.length > MOST_DIGITS + (text.startsWith('-') ? 1 : 0)) {
    throw new TemplateError(
      `exceeds the limit (${MOST_DIGITS} digits) for integer string conversion`,
    );
  }
  return text;
}

/** Python prints an address here, which no two runs share. */
function addressed(value: unknown): TemplateError {
  return new TemplateError(`a value of type ${typeName(value)} has no text of its own`);
}

/** Python's `repr` of a float: shortest digits, an exponent from 1e16 and below 1e-4. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e16 || size < 1e-4)) {
    const [digits = '', exponent = ''] = value.toExponential().split('e');
    return `${digits}e${exponent.charAt(0)}${exponent.slice(1).padStart(2, '0')}`;
  }
  if (Object.is(value, -0)) return '-0.0';
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/** Python's `repr(value)`. */
export function toRepr(value: unknown): string {
  charge(VALUE_STEPS);
  if (typeof value === 'string') return stringRepr(value);
  if (value === undefined) return 'Undefined';
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${reprs(sequenceItems(value) ?? [])}]`;
  if (value instanceof Markup) return `Markup(${stringRepr(value.text)})`;
  if (value instanceof Tuple) {
    return `(${reprs(value.items)}${value.items.length === 1 ? ',' : ''})`;
  }
  if (isDict(value)) return dictRepr(value);
  if (value instanceof DictView) return `dict_${value.kind}([${reprs(value.items())}])`;
  if (value instanceof Range) return rangeRepr(value);
  if (value instanceof Namespace) return `<Namespace ${dictRepr(value.values)}>`;
  return scalarText(value);
}

function reprs(items: readonly unknown[]): string {
  return items.map(toRepr).join(', ');
}

function dictRepr(dict: Dict): string {
  const entries = dictEntries(dict).map(([key, item]) => `${toRepr(key)}: ${toRepr(item)}`);
  return `{${entries.join(', ')}}`;
}

function rangeRepr({ start, stop, step }: Range): string {
  return step === 1 ? `range(${start}, ${stop})` : `range(${start}, ${stop}, ${step})`;
}

/** Not printable, as Python's `repr` sees it: separators other than the space, and all of C. */
const UNPRINTABLE = /[\p{C}\p{Z}]/u;

const PLAIN = /^[ !#-&(-[\]-~]*$/;

const REPR_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

export function stringRepr(text: string): string {
  chargeCharacters(text.length);
  if (PLAIN.test(text)) return `'${text}'`;
  chargeSlowly(text.length);
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let result = quote;
  for (const character of text) {
    if (character === quote) result += `\\${character}`;
    else result += REPR_ESCAPES.get(character) ?? printable(character);
  }
  return result + quote;
}

function printable(character: string): string {
  if (isPrintable(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** Python's `str.isprintable` of one character. */
export function isPrintable(character: string): boolean {
  return character === ' ' || !UNPRINTABLE.test(character);
}
