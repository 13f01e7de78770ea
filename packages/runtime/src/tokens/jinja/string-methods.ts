import { chargeCharacters, chargeSlowly, chargeText } from './budget.ts';
import { indexOf } from './numbers.ts';
import { isPrintable } from './python-text.ts';
import { bindArguments, type Signature } from './signature.ts';
import {
  capitalize,
  isLowerText,
  isTitleText,
  isUpperText,
  swapCase,
  title,
} from './string-case.ts';
import { between, countText, replaceText, split, splitLines, splitRight } from './string-search.ts';
import { TemplateError } from './template-error.ts';
import {
  type CallArguments,
  codePointCount,
  codePoints,
  iterate,
  truthy,
  Tuple,
  typeName,
} from './values.ts';
import { strip } from './whitespace.ts';

type StringMethod = (subject: string, args: CallArguments) => unknown;

function text(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TemplateError(`${name}() takes a string, not ${typeName(value)}`);
}

function optionalText(name: string, given: readonly unknown[], index: number): string | null {
  const value = index < given.length && index in given ? given[index] : null;
  return value === null ? null : text(name, value);
}

function size(name: string, value: unknown): number {
  const index = indexOf(value);
  if (index !== undefined) return index;
  throw new TemplateError(`${name}() takes an integer, not ${typeName(value)}`);
}

/** An optional bound of a search: None and absent are the same. */
function optionalSize(name: string, value: unknown): number | undefined {
  return value === undefined || value === null ? undefined : size(name, value);
}

function limitOf(name: string, given: readonly unknown[]): number {
  return given[1] === undefined ? -1 : size(name, given[1]);
}

function method(
  name: string,
  parameters: readonly string[],
  required: number,
  apply: (subject: string, ...given: readonly unknown[]) => unknown,
  named = 0,
): [string, StringMethod] {
  const signature: Signature = { name, parameters, required, named };
  return [
    name,
    (subject, args) => {
      const given = bindArguments(signature, args);
      // What stands before one that was given by name, and was not given itself, is None.
      const isWhole = args.keyword.size === 0;
      return apply(
        subject,
        ...(isWhole ? given : Array.from(given, (value, at) => (at in given ? value : null))),
      );
    },
  ];
}

function stripping(name: string, left: boolean, right: boolean): [string, StringMethod] {
  return method(name, ['chars'], 0, (subject, ...given) => {
    chargeCharacters(subject.length >> 4);
    return strip(subject, optionalText(name, given, 0), left, right);
  });
}

/** Compared with one end of another text, at the cost of its own length. */
function affixText(name: string, value: unknown): string {
  const found = text(name, value);
  chargeCharacters(found.length);
  return found;
}

function affix(name: string, test: (text: string, affix: string) => boolean) {
  return method(name, ['affix', 'start', 'end'], 1, (subject, value, start, end) => {
    const items = value instanceof Tuple ? value.items : [value];
    const affixes = items.map((item) => affixText(name, item));
    const part = between(subject, optionalSize(name, start), optionalSize(name, end));
    return part.isPossible && affixes.some((item) => test(part.text, item));
  });
}

function search(name: string, isLast: boolean, isRequired: boolean) {
  return method(name, ['sub', 'start', 'end'], 1, (subject, value, start, end) => {
    const needle = text(name, value);
    chargeCharacters(subject.length >> 2);
    const part = between(subject, optionalSize(name, start), optionalSize(name, end));
    const found = isLast ? part.text.lastIndexOf(needle) : part.text.indexOf(needle);
    const at = part.isPossible ? found : -1;
    if (at >= 0) return codePointCount(subject.slice(0, part.offset + at));
    if (isRequired) throw new TemplateError('substring not found');
    return -1;
  });
}

function justify(name: string, left: (missing: number, width: number) => number) {
  return method(name, ['width', 'fillchar'], 1, (subject, wide, filler = ' ') => {
    const width = size(name, wide);
    const fill = text(name, filler);
    if (codePointCount(fill) !== 1) throw new TemplateError('The fill character must be one');
    chargeText(Math.max(0, width));
    const missing = Math.max(0, width - codePointCount(subject));
    const before = left(missing, width);
    return fill.repeat(before) + subject + fill.repeat(missing - before);
  });
}

/** Python's `str.center`: an odd space goes left when the width is odd. */
export function centered(missing: number, width: number): number {
  return Math.floor(missing / 2) + (missing & width & 1);
}

function parting(name: string, isLast: boolean): [string, StringMethod] {
  return method(name, ['sep'], 1, (subject, value) => {
    const separator = text(name, value);
    if (separator === '') throw new TemplateError('empty separator');
    chargeText(subject.length);
    const at = isLast ? subject.lastIndexOf(separator) : subject.indexOf(separator);
    if (at < 0) return new Tuple(isLast ? ['', '', subject] : [subject, '', '']);
    const after = subject.slice(at + separator.length);
    return new Tuple([subject.slice(0, at), separator, after]);
  });
}

function kind(name: string, test: (subject: string) => boolean): [string, StringMethod] {
  return method(name, [], 0, (subject) => {
    chargeCharacters(subject.length >> 2);
    return test(subject);
  });
}

function casing(name: string, apply: (subject: string) => string): [string, StringMethod] {
  return method(name, [], 0, (subject) => {
    chargeText(subject.length);
    return apply(subject);
  });
}

/** Digits and numbers that JavaScript cannot tell from letters or other numbers. */
function unclear(name: string, pattern: RegExp): (subject: string) => boolean {
  return (subject) => {
    if (pattern.test(subject)) {
      throw new TemplateError(`${name}() of such characters is not implemented`);
    }
    return /^\p{N}+$/u.test(subject);
  };
}

function joined(separator: string, value: unknown): string {
  const items = iterate(value).map((item) => text('join', item));
  chargeText(items.reduce((sum, item) => sum + item.length + separator.length, 0));
  return items.join(separator);
}

function zeroFilled(subject: string, width: number): string {
  chargeText(Math.max(0, width));
  const missing = '0'.repeat(Math.max(0, width - codePointCount(subject)));
  const isSigned = subject.startsWith('+') || subject.startsWith('-');
  return isSigned ? subject.charAt(0) + missing + subject.slice(1) : missing + subject;
}

function expandTabs(subject: string, width: number): string {
  chargeSlowly(subject.length);
  let column = 0;
  let result = '';
  for (const character of subject) {
    if (character === '\t') {
      const spaces = width > 0 ? width - (column % width) : 0;
      chargeText(spaces);
      result += ' '.repeat(spaces);
      column += spaces;
    } else {
      result += character;
      column = character === '\n' || character === '\r' ? 0 : column + 1;
    }
  }
  return result;
}

/** Methods of Python's `str` that no template here may call: their results are no text. */
export const UNSUPPORTED_STRING_METHODS: ReadonlySet<string> = new Set([
  'casefold',
  'encode',
  'maketrans',
  'translate',
]);

/** Python's methods of `str`. */
export const stringMethods: ReadonlyMap<string, StringMethod> = new Map<string, StringMethod>([
  stripping('strip', true, true),
  stripping('lstrip', true, false),
  stripping('rstrip', false, true),
  casing('upper', (subject) => subject.toUpperCase()),
  casing('lower', (subject) => subject.toLowerCase()),
  casing('capitalize', capitalize),
  casing('title', title),
  casing('swapcase', swapCase),
  affix('startswith', (subject, prefix) => subject.startsWith(prefix)),
  affix('endswith', (subject, suffix) => subject.endsWith(suffix)),
  method(
    'split',
    ['sep', 'maxsplit'],
    0,
    (subject, ...given) => split(subject, optionalText('split', given, 0), limitOf('split', given)),
    2,
  ),
  method(
    'rsplit',
    ['sep', 'maxsplit'],
    0,
    (subject, ...given) =>
      splitRight(subject, optionalText('rsplit', given, 0), limitOf('rsplit', given)),
    2,
  ),
  method(
    'splitlines',
    ['keepends'],
    0,
    (subject, keepEnds) => splitLines(subject, truthy(keepEnds)),
    1,
  ),
  method('replace', ['old', 'new', 'count'], 2, (subject, from, to, count = -1) =>
    replaceText(subject, text('replace', from), text('replace', to), size('replace', count)),
  ),
  search('find', false, false),
  search('rfind', true, false),
  search('index', false, true),
  search('rindex', true, true),
  method('count', ['sub', 'start', 'end'], 1, (subject, value, start, end) => {
    const needle = text('count', value);
    const part = between(subject, optionalSize('count', start), optionalSize('count', end));
    return part.isPossible ? countText(part.text, needle) : 0;
  }),
  method('join', ['iterable'], 1, joined),
  method('removeprefix', ['prefix'], 1, (subject, value) => {
    const prefix = affixText('removeprefix', value);
    return subject.startsWith(prefix) ? subject.slice(prefix.length) : subject;
  }),
  method('removesuffix', ['suffix'], 1, (subject, value) => {
    const suffix = affixText('removesuffix', value);
    return suffix !== '' && subject.endsWith(suffix) ? subject.slice(0, -suffix.length) : subject;
  }),
  parting('partition', false),
  parting('rpartition', true),
  justify('ljust', () => 0),
  justify('rjust', (missing) => missing),
  justify('center', centered),
  method('zfill', ['width'], 1, (subject, width) => zeroFilled(subject, size('zfill', width))),
  method(
    'expandtabs',
    ['tabsize'],
    0,
    (subject, width) => expandTabs(subject, width === undefined ? 8 : size('expandtabs', width)),
    1,
  ),
  kind('isspace', (subject) => subject !== '' && strip(subject, null, true, false) === ''),
  kind('isascii', (subject) => /^[\0-\x7f]*$/.test(subject)),
  kind('isalpha', (subject) => /^\p{L}+$/u.test(subject)),
  kind('isdecimal', (subject) => /^\p{Nd}+$/u.test(subject)),
  kind('isdigit', (subject) => unclear('isdigit', /\p{No}/u)(subject) && !/\p{Nl}/u.test(subject)),
  kind('isnumeric', unclear('isnumeric', /\p{Lo}/u)),
  kind('isalnum', (subject) => /^[\p{L}\p{N}]+$/u.test(subject)),
  kind('islower', isLowerText),
  kind('isupper', isUpperText),
  kind('istitle', isTitleText),
  kind('isidentifier', (subject) => /^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(subject)),
  kind('isprintable', (subject) => {
    chargeSlowly(subject.length);
    return codePoints(subject).every(isPrintable);
  }),
]);
