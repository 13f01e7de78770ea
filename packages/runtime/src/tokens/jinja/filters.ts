import { add, attribute, item } from './operators.ts';
import { type JsonOptions, toJson, toText } from './python-text.ts';
import { capitalize, replaceText, splitLines } from './string-methods.ts';
import { TemplateError } from './template-error.ts';
import { findTest } from './tests.ts';
import {
  type CallArguments,
  compare,
  dictEntries,
  isDict,
  isFloat,
  iterate,
  lengthOf,
  numberOf,
  PyFloat,
  truthy,
  Tuple,
  typeName,
} from './values.ts';
import { strip } from './whitespace.ts';

/** A filter: the value, then its arguments in the order of {@link FilterEntry.parameters}. */
type Filter = (value: unknown, ...args: readonly unknown[]) => unknown;

interface FilterEntry {
  readonly parameters: readonly string[];
  readonly apply: Filter;
}

function filter(parameters: readonly string[], apply: Filter): FilterEntry {
  return { parameters, apply };
}

/** Follows `a.b.0` through attributes and items, as `map(attribute=...)` does. */
function follow(value: unknown, path: unknown): unknown {
  if (typeof path === 'number') return item(value, path);
  let current = value;
  for (const key of toText(path).split('.')) {
    current = item(current, /^\d+$/.test(key) ? Number(key) : key);
  }
  return current;
}

function foldCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function sorted(value: unknown, by: unknown, caseSensitive: boolean, reverse: boolean): unknown[] {
  const key = (entry: unknown) => {
    const chosen = by === undefined || by === null ? entry : follow(entry, by);
    return caseSensitive ? chosen : foldCase(chosen);
  };
  const sign = reverse ? -1 : 1;
  return [...iterate(value)].sort((a, b) => sign * compare(key(a), key(b)));
}

function dictSorted(value: unknown, caseSensitive: unknown, by: unknown, reverse: unknown) {
  if (!isDict(value)) throw new TemplateError(`dictsort of '${typeName(value)}'`);
  const position = by === 'value' ? 1 : 0;
  const pairs = dictEntries(value).map((entry) => new Tuple(entry));
  return sorted(pairs, position, truthy(caseSensitive), truthy(reverse));
}

function unique(value: unknown): unknown[] {
  const seen = new Set<unknown>();
  return iterate(value).filter((entry) => {
    const key = foldCase(entry);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function indentText(value: unknown, width: unknown, first: unknown, blank: unknown): string {
  const pad = typeof width === 'string' ? width : ' '.repeat(numberOf(width) ?? 4);
  const lines = splitLines(`${toText(value)}\n`);
  const indented = lines.map((line, index) => {
    if (index === 0) return line;
    return line === '' && !truthy(blank) ? line : pad + line;
  });
  return (truthy(first) ? pad : '') + indented.join('\n');
}

function toInteger(value: unknown, fallback: unknown): unknown {
  const number = numberOf(value);
  if (number !== undefined) return Math.trunc(number);
  if (typeof value !== 'string') return fallback ?? 0;
  const text = strip(value, null, true, true);
  if (!/^[+-]?\d+(\.\d*)?$/.test(text)) return fallback ?? 0;
  return Math.trunc(Number(text));
}

function toFloat(value: unknown, fallback: unknown): unknown {
  const number = numberOf(value) ?? (typeof value === 'string' ? parseFloatText(value) : undefined);
  return number === undefined ? (fallback ?? new PyFloat(0)) : new PyFloat(number);
}

function parseFloatText(text: string): number | undefined {
  const trimmed = strip(text, null, true, true);
  return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(trimmed) ? Number(trimmed) : undefined;
}

function jsonOptions(indent: unknown, ascii: unknown, separators: unknown, sort: unknown) {
  const pair = separators === undefined || separators === null ? null : iterate(separators);
  const options: JsonOptions = {
    indent: numberOf(indent) ?? null,
    separators: pair === null ? null : [toText(pair[0]), toText(pair[1])],
    sortKeys: truthy(sort),
    ensureAscii: truthy(ascii),
  };
  return options;
}

function roundNumber(value: unknown, precision: unknown, method: unknown): PyFloat {
  const number = numberOf(value);
  if (number === undefined) throw new TemplateError(`round of '${typeName(value)}'`);
  const scale = 10 ** (numberOf(precision) ?? 0);
  if (method === 'ceil') return new PyFloat(Math.ceil(number * scale) / scale);
  if (method === 'floor') return new PyFloat(Math.floor(number * scale) / scale);
  const scaled = number * scale;
  const floor = Math.floor(scaled);
  const half = scaled - floor === 0.5;
  return new PyFloat((half && floor % 2 === 0 ? floor : Math.round(scaled)) / scale);
}

function absolute(value: unknown): unknown {
  const number = numberOf(value);
  if (number === undefined) throw new TemplateError(`abs of '${typeName(value)}'`);
  return isFloat(value) ? new PyFloat(Math.abs(number)) : Math.abs(number);
}

function extreme(value: unknown, sign: number): unknown {
  const items = iterate(value);
  return items.reduce<unknown>(
    (best, entry) => (sign * compare(foldCase(entry), foldCase(best)) > 0 ? entry : best),
    items[0],
  );
}

function batches(value: unknown, size: unknown): unknown[][] {
  const items = iterate(value);
  const length = numberOf(size) ?? 0;
  if (length < 1) throw new TemplateError('batch() needs a size of at least 1');
  return Array.from({ length: Math.ceil(items.length / length) }, (_, index) =>
    items.slice(index * length, (index + 1) * length),
  );
}

function itemsOf(value: unknown): unknown[] {
  if (value === undefined) return [];
  if (!isDict(value)) throw new TemplateError('items needs a mapping');
  return dictEntries(value).map((entry) => new Tuple(entry));
}

const JSON_PARAMETERS = ['indent', 'ensure_ascii', 'separators', 'sort_keys'];

const ENTRIES: readonly (readonly [string, FilterEntry])[] = [
  [
    'tojson',
    // transformers' own tojson: (ensure_ascii, indent, separators, sort_keys), no HTML escapes.
    filter(
      ['ensure_ascii', ...JSON_PARAMETERS.filter((name) => name !== 'ensure_ascii')],
      (value, ascii, indent, separators, sort) =>
        toJson(value, jsonOptions(indent, ascii, separators, sort)),
    ),
  ],
  ['length', filter([], (value) => lengthOf(value))],
  ['count', filter([], (value) => lengthOf(value))],
  [
    'trim',
    filter(['chars'], (value, chars) =>
      strip(toText(value), typeof chars === 'string' ? chars : null, true, true),
    ),
  ],
  ['upper', filter([], (value) => toText(value).toUpperCase())],
  ['lower', filter([], (value) => toText(value).toLowerCase())],
  ['string', filter([], (value) => toText(value))],
  ['capitalize', filter([], (value) => capitalize(toText(value)))],
  [
    'title',
    filter([], (value) =>
      toText(value).replace(
        /[^-\s({[<]+/g,
        (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
      ),
    ),
  ],
  ['list', filter([], (value) => [...iterate(value)])],
  ['first', filter([], (value) => iterate(value)[0])],
  ['last', filter([], (value) => iterate(value).at(-1))],
  ['reverse', filter([], (value) => reversed(value))],
  [
    'join',
    filter(['d', 'attribute'], (value, separator, path) =>
      iterate(value)
        .map((entry) => toText(path === undefined || path === null ? entry : follow(entry, path)))
        .join(toText(separator ?? '')),
    ),
  ],
  ['default', filter(['default_value', 'boolean'], defaulted)],
  ['d', filter(['default_value', 'boolean'], defaulted)],
  [
    'replace',
    filter(['old', 'new', 'count'], (value, from, to, limit) =>
      replaceText(toText(value), toText(from), toText(to), numberOf(limit) ?? -1),
    ),
  ],
  ['items', filter([], itemsOf)],
  [
    'dictsort',
    filter(['case_sensitive', 'by', 'reverse'], (value, caseSensitive, by, reverse) =>
      dictSorted(value, caseSensitive, by, reverse),
    ),
  ],
  ['int', filter(['default'], toInteger)],
  ['float', filter(['default'], toFloat)],
  ['abs', filter([], absolute)],
  ['round', filter(['precision', 'method'], roundNumber)],
  [
    'sum',
    filter(['attribute', 'start'], (value, path, start) =>
      iterate(value).reduce(
        (total: unknown, entry) =>
          add(total, path === undefined || path === null ? entry : follow(entry, path)),
        start ?? 0,
      ),
    ),
  ],
  ['min', filter([], (value) => extreme(value, -1))],
  ['max', filter([], (value) => extreme(value, 1))],
  ['unique', filter([], unique)],
  [
    'sort',
    filter(['reverse', 'case_sensitive', 'attribute'], (value, reverse, caseSensitive, path) =>
      sorted(value, path, truthy(caseSensitive), truthy(reverse)),
    ),
  ],
  ['indent', filter(['width', 'first', 'blank'], indentText)],
  ['safe', filter([], (value) => value)],
  ['attr', filter(['name'], (value, name) => attribute(value, toText(name)))],
  ['batch', filter(['linecount'], batches)],
];

function reversed(value: unknown): unknown {
  return typeof value === 'string'
    ? Array.from(value).toReversed().join('')
    : iterate(value).toReversed();
}

function defaulted(value: unknown, fallback: unknown, boolean: unknown): unknown {
  const missing = value === undefined || (truthy(boolean) && !truthy(value));
  return missing ? (fallback === undefined ? '' : fallback) : value;
}

const FILTERS = new Map(ENTRIES);

/** Applies a filter to evaluated arguments. */
export type BoundFilter = (value: unknown, args: CallArguments) => unknown;

/**
 * Finds a filter by name.
 *
 * @throws TemplateError when there is none; the filter throws one for arguments it does not take.
 */
export function findFilter(name: string, line?: number): BoundFilter {
  const selecting = SELECTING.get(name);
  if (selecting !== undefined) return selecting;
  if (name === 'map') return mapValues;
  const entry = FILTERS.get(name);
  if (entry === undefined) throw new TemplateError(`the filter \`${name}\` is unknown`, line);
  const { parameters, apply } = entry;
  return (value, args) => {
    if (args.keyword.size === 0 && args.positional.length <= parameters.length) {
      return apply(value, ...args.positional);
    }
    return apply(value, ...bindParameters(name, parameters, args));
  };
}

function bindParameters(
  name: string,
  parameters: readonly string[],
  args: CallArguments,
): unknown[] {
  if (args.positional.length > parameters.length) {
    throw new TemplateError(`the filter \`${name}\` takes at most ${parameters.length} arguments`);
  }
  const values: unknown[] = [...args.positional];
  for (const [key, value] of args.keyword) {
    const index = parameters.indexOf(key);
    if (index < 0) throw new TemplateError(`the filter \`${name}\` has no argument '${key}'`);
    values[index] = value;
  }
  return values;
}

function mapValues(value: unknown, args: CallArguments): unknown {
  const path = args.keyword.get('attribute');
  if (path !== undefined) {
    return iterate(value).map((entry) => follow(entry, path) ?? args.keyword.get('default'));
  }
  const [name, ...rest] = args.positional;
  const mapped = findFilter(toText(name));
  return iterate(value).map((entry) => mapped(entry, { positional: rest, keyword: args.keyword }));
}

function selector(keep: boolean, byAttribute: boolean): BoundFilter {
  return (value, args) => {
    const [path, rest] = byAttribute
      ? [args.positional[0], args.positional.slice(1)]
      : [undefined, args.positional];
    const [name, ...operands] = rest;
    const test = name === undefined ? truthy : findTest(toText(name));
    return iterate(value).filter(
      (entry) => test(byAttribute ? follow(entry, path) : entry, ...operands) === keep,
    );
  };
}

const SELECTING: ReadonlyMap<string, BoundFilter> = new Map([
  ['select', selector(true, false)],
  ['reject', selector(false, false)],
  ['selectattr', selector(true, true)],
  ['rejectattr', selector(false, true)],
]);
