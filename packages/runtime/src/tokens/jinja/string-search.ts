import { chargeCharacters, chargeItems, chargeText } from './budget.ts';
import { TemplateError } from './template-error.ts';
import { codePointCount, codePoints } from './values.ts';
import { SPACE_CLASS, strip } from './whitespace.ts';

const SPACE_RUN = new RegExp(`[${SPACE_CLASS}]+`, 'g');

function splitSpaces(subject: string, limit: number): string[] {
  const text = strip(subject, null, true, false);
  const parts: string[] = [];
  let from = 0;
  SPACE_RUN.lastIndex = 0;
  while (from < text.length) {
    const gap = limit >= 0 && parts.length === limit ? null : SPACE_RUN.exec(text);
    if (gap === null) {
      parts.push(text.slice(from));
      break;
    }
    parts.push(text.slice(from, gap.index));
    from = gap.index + gap[0].length;
  }
  return parts;
}

function splitSpacesRight(subject: string, limit: number): string[] {
  const mirrored = codePoints(subject).toReversed().join('');
  const parts = splitSpaces(mirrored, limit);
  return parts.map((part) => codePoints(part).toReversed().join('')).toReversed();
}

/** Python's `str.split`; null separates at white space, a negative limit is none. */
export function split(subject: string, separator: string | null, limit: number): string[] {
  chargeText(subject.length);
  if (separator === null) return splitSpaces(subject, limit);
  if (separator === '') throw new TemplateError('empty separator');
  if (limit < 0) {
    const parts = subject.split(separator);
    chargeItems(parts.length);
    return parts;
  }
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

/** Python's `str.rsplit`. */
export function splitRight(subject: string, separator: string | null, limit: number): string[] {
  if (limit < 0) return split(subject, separator, limit);
  chargeText(subject.length);
  if (separator === null) return splitSpacesRight(subject, limit);
  if (separator === '') throw new TemplateError('empty separator');
  const parts: string[] = [];
  let end = subject.length;
  while (parts.length < limit && end >= separator.length) {
    const at = subject.lastIndexOf(separator, end - separator.length);
    if (at < 0) break;
    parts.push(subject.slice(at + separator.length, end));
    end = at;
  }
  return [subject.slice(0, end), ...parts.toReversed()];
}

/** What Python's `str.splitlines` breaks at. */
const LINE_BREAKS = '\\n\\r\\v\\f\\x1c-\\x1e\\x85\\u2028\\u2029';
const LINE_END = new RegExp(`\\r\\n|[${LINE_BREAKS}]`, 'g');

/** Python's `str.splitlines`. */
export function splitLines(subject: string, keepEnds = false): string[] {
  chargeText(subject.length);
  const lines: string[] = [];
  let from = 0;
  for (const end of subject.matchAll(LINE_END)) {
    const after = end.index + end[0].length;
    lines.push(subject.slice(from, keepEnds ? after : end.index));
    from = after;
  }
  if (from < subject.length) lines.push(subject.slice(from));
  chargeItems(lines.length);
  return lines;
}

/** Python's `str.replace`; a negative limit is none. */
export function replaceText(subject: string, from: string, to: string, limit: number): string {
  if (limit === 0) return subject;
  chargeCharacters(subject.length >> 2);
  const parts = from === '' ? emptyParts(subject, limit) : split(subject, from, limit);
  const grown = subject.length + (parts.length - 1) * (to.length - from.length);
  chargeText(Math.max(0, grown));
  return parts.join(to);
}

/** An empty text stands before each character and at the end. */
function emptyParts(subject: string, limit: number): string[] {
  const parts = ['', ...codePoints(subject), ''];
  if (limit < 0 || limit >= parts.length - 1) return parts;
  const kept = parts.slice(0, limit);
  return [...kept, parts.slice(limit).join('')];
}

/** The part of a text between two code points, and where it starts in UTF-16 units. */
export function between(
  subject: string,
  start: number | undefined,
  stop: number | undefined,
): { text: string; offset: number; isPossible: boolean } {
  if (start === undefined && stop === undefined) {
    return { text: subject, offset: 0, isPossible: true };
  }
  const characters = codePoints(subject);
  const { length } = characters;
  const clamp = (index: number) => (index < 0 ? Math.max(0, index + length) : index);
  const [from, to] = [clamp(start ?? 0), Math.min(length, clamp(stop ?? length))];
  return {
    text: characters.slice(from, to).join(''),
    offset: characters.slice(0, from).join('').length,
    isPossible: from <= to && from <= length,
  };
}

/** How often a text stands in another, without overlap. */
export function countText(subject: string, needle: string): number {
  chargeCharacters(subject.length >> 2);
  if (needle === '') return codePointCount(subject) + 1;
  const parts = subject.split(needle);
  chargeItems(parts.length);
  return parts.length - 1;
}
