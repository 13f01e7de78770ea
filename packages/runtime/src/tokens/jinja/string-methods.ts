import { toText } from './python-text.ts';
import { TemplateError } from './template-error.ts';
import {
  type CallArguments,
  codePointCount,
  iterate,
  numberOf,
  Tuple,
  typeName,
} from './values.ts';
import { SPACE_CLASS, strip } from './whitespace.ts';

/** Positional arguments by Python's parameter names; a name that is unknown is an error. */
function bind(method: string, args: CallArguments, names: readonly string[]): unknown[] {
  if (args.positional.length > names.length) {
    throw new TemplateError(`${method}() takes at most ${names.length} arguments`);
  }
  const values: unknown[] = [...args.positional];
  for (const [name, value] of args.keyword) {
    const index = names.indexOf(name);
    if (index < 0) throw new TemplateError(`${method}() got an unexpected keyword '${name}'`);
    values[index] = value;
  }
  return values;
}

function text(method: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TemplateError(`${method}() takes a string, not ${typeName(value)}`);
}

function optionalText(method: string, value: unknown): string | null {
  return value === undefined || value === null ? null : text(method, value);
}

function count(value: unknown, fallback: number): number {
  return value === undefined ? fallback : (numberOf(value) ?? fallback);
}

const SPACE_RUN = new RegExp(`[${SPACE_CLASS}]+`);
/** What Python's `str.splitlines` breaks at besides `\n` and `\r`. */
const LINE_BREAKS = '\\v\\f\\x1c-\\x1e\\x85\\u2028\\u2029';
const LINE_END = new RegExp(`\\r\\n|[\\n\\r${LINE_BREAKS}]`);

function splitSpaces(subject: string, limit: number): string[] {
  const parts: string[] = [];
  let rest = strip(subject, null, true, false);
  while (rest !== '') {
    const gap = limit >= 0 && parts.length === limit ? null : SPACE_RUN.exec(rest);
    if (gap === null) {
      parts.push(limit >= 0 ? strip(rest, null, false, true) : rest);
      break;
    }
    parts.push(rest.slice(0, gap.index));
    rest = rest.slice(gap.index + gap[0].length);
  }
  return parts;
}

function split(subject: string, separator: string | null, limit: number): string[] {
  if (separator === null) return splitSpaces(subject, limit);
  if (separator === '') throw new TemplateError('empty separator');
  if (limit < 0) return subject.split(separator);
  const parts: string[] = [];
  let from = 0;
  while (parts.length < limit) {
    const at = subject.indexOf(separator, from);
    if (at < 0) break;
    parts.push(subject.slice(from, at));
    from = at + separator.length;
  }
  return [...parts, subject.slice(from)];
}

function splitRight(subject: string, separator: string | null, limit: number): string[] {
  if (limit < 0) return split(subject, separator, limit);
  if (separator === null) throw new TemplateError('rsplit() needs a separator with a limit');
  if (separator === '') throw new TemplateError('empty separator');
  const parts: string[] = [];
  let end = subject.length;
  while (parts.length < limit && end >= separator.length) {
    const at = subject.lastIndexOf(separator, end - separator.length);
    if (at < 0) break;
    parts.unshift(subject.slice(at + separator.length, end));
    end = at;
  }
  return [subject.slice(0, end), ...parts];
}

export function splitLines(subject: string): string[] {
  const lines = subject.split(LINE_END);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

export function replaceText(subject: string, from: string, to: string, limit: number): string {
  if (limit < 0) return subject.split(from).join(to);
  if (from === '') throw new TemplateError('replace() of an empty string with a count');
  return split(subject, from, limit).join(to);
}

export function capitalize(subject: string): string {
  const [first = ''] = subject;
  return first.toUpperCase() + subject.slice(first.length).toLowerCase();
}

function affixes(method: string, value: unknown): readonly string[] {
  const items = value instanceof Tuple ? value.items : [value];
  return items.map((item) => text(method, item));
}

function partition(subject: string, separator: string, at: number): Tuple {
  if (at < 0) return new Tuple([subject, '', '']);
  return new Tuple([subject.slice(0, at), separator, subject.slice(at + separator.length)]);
}

/** Python classes non-ASCII text by properties that JavaScript lacks. */
function asciiOnly(method: string, subject: string, pattern: RegExp): boolean {
  if (/[^\0-\x7f]/.test(subject)) {
    throw new TemplateError(`${method}() of text beyond ASCII is not implemented`);
  }
  return pattern.test(subject);
}

function format(subject: string, args: CallArguments): string {
  let next = 0;
  return subject.replace(/\{\{|\}\}|\{(\w*)\}|[{}]/g, (field: string, name?: string) => {
    if (field === '{{' || field === '}}') return field.charAt(0);
    if (name === undefined) throw new TemplateError('format() fields with options are unknown');
    if (name !== '' && !/^\d+$/.test(name)) {
      if (!args.keyword.has(name)) throw new TemplateError(`format() has no '${name}'`);
      return toText(args.keyword.get(name));
    }
    const index = name === '' ? next++ : Number(name);
    if (index >= args.positional.length) throw new TemplateError('format() index out of range');
    return toText(args.positional[index]);
  });
}

type StringMethod = (subject: string, args: CallArguments) => unknown;

function stripping(method: string, left: boolean, right: boolean): StringMethod {
  return (subject, args) => {
    const [characters] = bind(method, args, ['chars']);
    return strip(subject, optionalText(method, characters), left, right);
  };
}

/** Python's methods of `str` that chat templates use. */
export const stringMethods: ReadonlyMap<string, StringMethod> = new Map<string, StringMethod>([
  ['strip', stripping('strip', true, true)],
  ['lstrip', stripping('lstrip', true, false)],
  ['rstrip', stripping('rstrip', false, true)],
  ['upper', (subject) => subject.toUpperCase()],
  ['lower', (subject) => subject.toLowerCase()],
  ['capitalize', (subject) => capitalize(subject)],
  [
    'title',
    (subject) =>
      subject.replace(
        /\p{L}+/gu,
        (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
      ),
  ],
  [
    'startswith',
    (subject, args) => {
      const [prefix] = bind('startswith', args, ['prefix']);
      return affixes('startswith', prefix).some((item) => subject.startsWith(item));
    },
  ],
  [
    'endswith',
    (subject, args) => {
      const [suffix] = bind('endswith', args, ['suffix']);
      return affixes('endswith', suffix).some((item) => subject.endsWith(item));
    },
  ],
  [
    'split',
    (subject, args) => {
      const [separator, limit] = bind('split', args, ['sep', 'maxsplit']);
      return split(subject, optionalText('split', separator), count(limit, -1));
    },
  ],
  [
    'rsplit',
    (subject, args) => {
      const [separator, limit] = bind('rsplit', args, ['sep', 'maxsplit']);
      return splitRight(subject, optionalText('rsplit', separator), count(limit, -1));
    },
  ],
  ['splitlines', (subject, args) => (bind('splitlines', args, []), splitLines(subject))],
  [
    'replace',
    (subject, args) => {
      const [from, to, limit] = bind('replace', args, ['old', 'new', 'count']);
      return replaceText(subject, text('replace', from), text('replace', to), count(limit, -1));
    },
  ],
  [
    'find',
    (subject, args) => {
      const [needle] = bind('find', args, ['sub']);
      const at = subject.indexOf(text('find', needle));
      return at < 0 ? -1 : codePointCount(subject.slice(0, at));
    },
  ],
  [
    'count',
    (subject, args) => {
      const needle = text('count', bind('count', args, ['sub'])[0]);
      return needle === '' ? codePointCount(subject) + 1 : subject.split(needle).length - 1;
    },
  ],
  [
    'join',
    (subject, args) => {
      const [items] = bind('join', args, ['iterable']);
      return iterate(items)
        .map((item) => text('join', item))
        .join(subject);
    },
  ],
  [
    'removeprefix',
    (subject, args) => {
      const prefix = text('removeprefix', bind('removeprefix', args, ['prefix'])[0]);
      return subject.startsWith(prefix) ? subject.slice(prefix.length) : subject;
    },
  ],
  [
    'removesuffix',
    (subject, args) => {
      const suffix = text('removesuffix', bind('removesuffix', args, ['suffix'])[0]);
      return suffix !== '' && subject.endsWith(suffix) ? subject.slice(0, -suffix.length) : subject;
    },
  ],
  [
    'partition',
    (subject, args) => {
      const separator = text('partition', bind('partition', args, ['sep'])[0]);
      return partition(subject, separator, subject.indexOf(separator));
    },
  ],
  [
    'rpartition',
    (subject, args) => {
      const separator = text('rpartition', bind('rpartition', args, ['sep'])[0]);
      const at = subject.lastIndexOf(separator);
      return at < 0 ? new Tuple(['', '', subject]) : partition(subject, separator, at);
    },
  ],
  ['isspace', (subject) => subject !== '' && strip(subject, null, true, false) === ''],
  ['isdigit', (subject) => asciiOnly('isdigit', subject, /^\d+$/)],
  ['isalpha', (subject) => asciiOnly('isalpha', subject, /^[A-Za-z]+$/)],
  ['isalnum', (subject) => asciiOnly('isalnum', subject, /^[\dA-Za-z]+$/)],
  ['format', format],
]);
