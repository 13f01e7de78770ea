import { charge, chargeCharacters, chargeText, VALUE_STEPS } from './budget.ts';
import { floatOf, intOf } from './numbers.ts';
import { floatText, intText } from './python-text.ts';
import { compareText } from './order.ts';
import { TemplateError } from './template-error.ts';
import { dictEntries, isDict, Markup, sequenceItems, typeName } from './values.ts';

/** The options of {@link toJson}, with Python's names and defaults. */
export interface JsonOptions {
  /** What one level is indented by; null for one line. */
  readonly indent: string | null;
  readonly separators: readonly [item: string, key: string];
  readonly sortKeys: boolean;
  readonly ensureAscii: boolean;
}

/**
 * Python's `json.dumps(value, ...)`.
 *
 * @throws TemplateError for what has no JSON form
 */
export function toJson(value: unknown, options: JsonOptions): string {
  const text = jsonText(value, options, '\n');
  chargeText(text.length);
  return text;
}

function jsonText(value: unknown, options: JsonOptions, line: string): string {
  charge(VALUE_STEPS);
  if (typeof value === 'string') return jsonString(value, options.ensureAscii);
  if (value === null) return 'null';
  if (value instanceof Markup) return jsonString(value.text, options.ensureAscii);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  const number = jsonNumber(value);
  if (number !== undefined) return number;
  const { indent, separators } = options;
  const inner = indent === null ? line : line + indent;
  const wrap = (open: string, items: readonly string[], close: string) => {
    if (items.length === 0) return open + close;
    if (indent === null) return open + items.join(separators[0]) + close;
    return open + inner + items.join(separators[0] + inner) + line + close;
  };
  const items = sequenceItems(value);
  if (items !== undefined) {
    return wrap(
      '[',
      items.map((item) => jsonText(item, options, inner)),
      ']',
    );
  }
  if (!isDict(value)) {
    throw new TemplateError(`an object of type ${typeName(value)} has no JSON form`);
  }
  const entries = dictEntries(value).slice();
  if (options.sortKeys) sortByKey(entries);
  const texts = entries.map(
    ([key, item]) =>
      jsonString(jsonKey(key), options.ensureAscii) +
      separators[1] +
      jsonText(item, options, inner),
  );
  return wrap('{', texts, '}');
}

/** Python sorts the keys before it makes strings of them: mixed types are an error. */
function sortByKey(entries: (readonly [unknown, unknown])[]): void {
  if (entries.length < 2) return;
  const texts = entries.every(([key]) => typeof key === 'string');
  if (!texts) throw new TemplateError('sort_keys with keys that are no strings is not implemented');
  entries.sort(([a], [b]) => compareText(String(a), String(b)));
}

function jsonKey(key: unknown): string {
  if (typeof key === 'string') return key;
  if (key === null) return 'null';
  if (typeof key === 'boolean') return key ? 'true' : 'false';
  const number = jsonNumber(key);
  if (number !== undefined) return number;
  throw new TemplateError(`keys must be str, int, float, bool or None, not ${typeName(key)}`);
}

function jsonNumber(value: unknown): string | undefined {
  const int = intOf(value);
  if (int !== undefined) return intText(int);
  const float = floatOf(value);
  if (float === undefined) return undefined;
  if (Number.isNaN(float)) return 'NaN';
  if (!Number.isFinite(float)) return float > 0 ? 'Infinity' : '-Infinity';
  return floatText(float);
}

const LONE_SURROGATE = /\\u(d[89a-f][\da-f]{2})/g;

function jsonString(text: string, ascii: boolean): string {
  chargeCharacters(text.length);
  const json = JSON.stringify(text);
  if (!ascii) {
    // JavaScript escapes lone surrogates, Python only to ASCII. An escaped backslash is no escape.
    return !/[\ud800-\udfff]/.test(text) ? json : json.replace(LONE_SURROGATE, unescapeSurrogate);
  }
  return json.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function unescapeSurrogate(escape: string, hex: string, at: number, json: string): string {
  let slashes = 0;
  while (json[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 0 ? String.fromCharCode(Number.parseInt(hex, 16)) : escape;
}
