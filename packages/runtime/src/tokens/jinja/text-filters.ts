import { charge, chargeSlowly, chargeText, VALUE_STEPS } from './budget.ts';
import { filter, type FilterEntry, integerArgument } from './filter-entry.ts';
import { intOf } from './numbers.ts';
import { type JsonOptions, toJson } from './python-json.ts';
import { plainText, toText } from './python-text.ts';
import { capitalize } from './string-case.ts';
import { centered } from './string-methods.ts';
import { replaceText, splitLines, splitRight } from './string-search.ts';
import { TemplateError } from './template-error.ts';
import {
  codePointCount,
  codePoints,
  dictEntries,
  isDict,
  isIterable,
  iterate,
  Markup,
  sizeOf,
  truthy,
  typeName,
} from './values.ts';
import { SPACE_CLASS, strip } from './whitespace.ts';

function casing(name: string, apply: (text: string) => string): readonly [string, FilterEntry] {
  return filter(name, [], 0, (value) => {
    const text = plainText(value);
    chargeText(text.length);
    return apply(text);
  });
}

const TITLE_WORD = new RegExp(`[^-${SPACE_CLASS}({\\[<]+`, 'g');

function titled(text: string): string {
  return text.replace(TITLE_WORD, (word) => {
    const [first = ''] = word;
    const rest = word.slice(first.length);
    return first.toUpperCase() + rest.toLowerCase();
  });
}

function indentText(value: unknown, width: unknown, first: unknown, blank: unknown): string {
  if (typeof value !== 'string') throw new TemplateError(`indent of '${typeName(value)}'`);
  const spaces = typeof width === 'string' ? 0 : integerArgument(width, 4, 'width');
  chargeText(Math.max(0, spaces));
  const pad = typeof width === 'string' ? width : ' '.repeat(Math.max(0, spaces));
  const lines = splitLines(`${value}\n`);
  chargeText(value.length + pad.length * (lines.length + 1));
  const indented = lines.map((line, index) =>
    index === 0 || (line === '' && !truthy(blank)) ? line : pad + line,
  );
  return (truthy(first) ? pad : '') + indented.join('\n');
}

function jsonOptions(
  ascii: unknown,
  indent: unknown,
  separators: unknown,
  sort: unknown,
): JsonOptions {
  const spaces = intOf(indent);
  let level: string | null = null;
  if (typeof indent === 'string') level = indent;
  else if (typeof spaces === 'number') {
    chargeText(Math.max(0, spaces));
    level = ' '.repeat(Math.max(0, spaces));
  } else if (indent !== undefined && indent !== null) {
    throw new TemplateError('indent must be an integer, a string or None');
  }
  const pair = separators === undefined || separators === null ? undefined : iterate(separators);
  const [item, key] = pair ?? [level === null ? ', ' : ',', ': '];
  if (
    (pair !== undefined && pair.length !== 2) ||
    typeof item !== 'string' ||
    typeof key !== 'string'
  ) {
    throw new TemplateError('separators must be two strings');
  }
  return {
    indent: level,
    separators: [item, key],
    sortKeys: truthy(sort),
    ensureAscii: truthy(ascii),
  };
}

function truncated(
  value: unknown,
  length: unknown,
  killWords: unknown,
  end: unknown = '...',
  leeway: unknown = null,
): unknown {
  const given = sizeOf(value);
  if (given === undefined || typeof end !== 'string') {
    throw new TemplateError(`truncate of '${typeName(value)}'`);
  }
  const size = integerArgument(length, 255, 'length');
  const slack = leeway === null ? 5 : integerArgument(leeway, 5, 'leeway');
  const kept = size - codePointCount(end);
  if (kept < 0 || slack < 0) throw new TemplateError('truncate() to less than its end');
  if (given <= size + slack) return value;
  if (typeof value !== 'string') throw new TemplateError(`truncate of '${typeName(value)}'`);
  const head = codePoints(value).slice(0, kept).join('');
  return (truthy(killWords) ? head : (splitRight(head, ' ', 1)[0] ?? '')) + end;
}

function quoted(value: unknown, isQuery: boolean): string {
  const text = toText(value);
  charge(2 * VALUE_STEPS);
  chargeSlowly(text.length);
  if (/\p{Cs}/u.test(text)) throw new TemplateError('a lone surrogate has no URL form');
  const encoded = encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  chargeText(encoded.length);
  return isQuery ? encoded.replaceAll('%20', '+') : encoded.replaceAll('%2F', '/');
}

function urlEncoded(value: unknown): string {
  if (typeof value === 'string' || !isIterable(value)) return quoted(value, false);
  const pairs = isDict(value) ? dictEntries(value) : iterate(value).map((pair) => iterate(pair));
  return pairs
    .map((pair) => {
      if (pair.length !== 2) throw new TemplateError('urlencode takes pairs');
      return `${quoted(pair[0], true)}=${quoted(pair[1], true)}`;
    })
    .join('&');
}

/** Filters that give text. */
export const textFilters: readonly (readonly [string, FilterEntry])[] = [
  // transformers' own: no HTML escapes, and other parameters than Jinja's.
  filter(
    'tojson',
    ['ensure_ascii', 'indent', 'separators', 'sort_keys'],
    0,
    (value, ascii, indent, separators, sort) =>
      toJson(value, jsonOptions(ascii, indent, separators, sort)),
  ),
  filter('string', [], 0, plainText),
  filter('safe', [], 0, (value) => new Markup(toText(value))),
  casing('upper', (text) => text.toUpperCase()),
  casing('lower', (text) => text.toLowerCase()),
  casing('capitalize', capitalize),
  casing('title', titled),
  filter('trim', ['chars'], 0, (value, ...given) => {
    const characters = given.length === 0 ? null : given[0];
    if (characters !== null && typeof characters !== 'string') {
      throw new TemplateError(`trim() takes a string, not ${typeName(characters)}`);
    }
    return strip(plainText(value), characters, true, true);
  }),
  filter('replace', ['old', 'new', 'count'], 2, (value, from, to, count) =>
    replaceText(
      toText(value),
      toText(from),
      toText(to),
      count === null ? -1 : integerArgument(count, -1, 'count'),
    ),
  ),
  filter('center', ['width'], 0, (value, given) => {
    const text = plainText(value);
    const width = integerArgument(given, 80, 'width');
    chargeText(Math.max(0, width));
    const missing = Math.max(0, width - codePointCount(text));
    const before = centered(missing, width);
    return ' '.repeat(before) + text + ' '.repeat(missing - before);
  }),
  filter('indent', ['width', 'first', 'blank'], 0, indentText),
  filter('truncate', ['length', 'killwords', 'end', 'leeway'], 0, truncated),
  filter('wordcount', [], 0, (value) => {
    const text = toText(value);
    chargeSlowly(text.length);
    return text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;
  }),
  filter('urlencode', [], 0, urlEncoded),
];
