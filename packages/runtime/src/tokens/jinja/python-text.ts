import {
  dictEntries,
  isDict,
  isFloat,
  LoopContext,
  Namespace,
  numberOf,
  PyFloat,
  Tuple,
} from './values.ts';
import { TemplateError } from './template-error.ts';

/** Python's `str(value)`, with Jinja's empty text for Undefined. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'number' ? numberText(value) : toRepr(value);
}

/** Python's text of an int or a float. */
export function numberText(value: number): string {
  // From 1e21 on JSON has an exponent, with which Python reads a float.
  if (!Number.isInteger(value) || Math.abs(value) >= 1e21) return floatText(value);
  return Number.isSafeInteger(value) ? String(value) : BigInt(value).toString();
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
  if (typeof value === 'string') return stringRepr(value);
  if (Array.isArray(value)) return `[${value.map(toRepr).join(', ')}]`;
  if (value instanceof Tuple) {
    return `(${value.items.map(toRepr).join(', ')}${value.items.length === 1 ? ',' : ''})`;
  }
  if (isDict(value)) {
    const entries = dictEntries(value).map(([key, item]) => `${toRepr(key)}: ${toRepr(item)}`);
    return `{${entries.join(', ')}}`;
  }
  if (value === undefined) return 'Undefined';
  if (value instanceof PyFloat) return floatText(value.value);
  // Python prints an address here, which no two runs share.
  if (typeof value === 'function' || value instanceof Namespace || value instanceof LoopContext) {
    throw new TemplateError('a function, namespace or loop has no text of its own');
  }
  return toText(value);
}

/** Not printable, as Python's `repr` sees it: separators other than the space, and all of C. */
const UNPRINTABLE = /[\p{C}\p{Z}]/u;

const REPR_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function stringRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let result = quote;
  for (const character of text) {
    if (character === quote) result += `\\${character}`;
    else result += REPR_ESCAPES.get(character) ?? printable(character);
  }
  return result + quote;
}

function printable(character: string): string {
  if (character === ' ' || !UNPRINTABLE.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** The options of {@link toJson}, with Python's names and defaults. */
export interface JsonOptions {
  readonly indent: number | null;
  readonly separators: readonly [string, string] | null;
  readonly sortKeys: boolean;
  readonly ensureAscii: boolean;
}

/** Python's `json.dumps(value, ...)`. */
export function toJson(value: unknown, options: JsonOptions, depth = 0): string {
  if (typeof value === 'string') return jsonString(value, options.ensureAscii);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number') return jsonNumber(value);
  if (value === null) return 'null';
  if (value instanceof PyFloat) return jsonNumber(value.value, true);
  const { indent } = options;
  const comma = options.separators?.[0] ?? (indent === null ? ', ' : ',');
  const colon = options.separators?.[1] ?? ': ';
  const open = indent === null ? '' : `\n${' '.repeat(indent * (depth + 1))}`;
  const close = indent === null ? '' : `\n${' '.repeat(indent * depth)}`;
  const wrap = (left: string, items: readonly string[], right: string) =>
    items.length === 0 ? left + right : `${left}${open}${items.join(comma + open)}${close}${right}`;
  const items = Array.isArray(value) ? value : value instanceof Tuple ? value.items : undefined;
  if (items !== undefined) {
    return wrap(
      '[',
      items.map((item) => toJson(item, options, depth + 1)),
      ']',
    );
  }
  if (isDict(value)) {
    const entries = dictEntries(value).map(([key, item]) => [jsonKey(key), item] as const);
    if (options.sortKeys) entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    const texts = entries.map(
      ([key, item]) =>
        jsonString(key, options.ensureAscii) + colon + toJson(item, options, depth + 1),
    );
    return wrap('{', texts, '}');
  }
  throw new TemplateError('a value of the template has no JSON form');
}

function jsonKey(key: unknown): string {
  if (typeof key === 'string') return key;
  if (key === null) return 'null';
  if (typeof key === 'boolean') return key ? 'true' : 'false';
  if (numberOf(key) !== undefined) return toText(key);
  throw new TemplateError('a key of a dict has no JSON form');
}

function jsonNumber(value: number, float = isFloat(value)): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  return float ? floatText(value) : numberText(value);
}

function jsonString(text: string, ascii: boolean): string {
  const json = JSON.stringify(text);
  if (!ascii) return json;
  return json.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
