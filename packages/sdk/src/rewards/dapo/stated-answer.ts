import { MAX_ANSWER_LENGTH } from '../math/bounds.ts';
import { answerIn } from './answer-in.ts';

const MARK = /answer[*_\s]*[:：]/gi;
const LEADING = /[\s*_`]*/y;
/** Statements looked at, from the end: more of them are a flood, not a solution. */
const MAX_STATEMENTS = 256;
const VALUE = /[\d\\√π∞½⅓⅔¼¾]/;
const WORD = /\p{L}{2,}/gu;
const FILLERS = new Set(['the', 'is', 'an', 'are', 'about', 'exactly', 'approximately', 'simply']);

const DISPLAYS: readonly (readonly [open: string, close: string])[] = [
  ['$$', '$$'],
  ['\\[', '\\]'],
];

/** What stands between the signs of displayed mathematics, over several lines; null without them. */
function displayed(text: string): string | null {
  const [open, close] = DISPLAYS.find(([sign]) => text.startsWith(sign)) ?? [];
  if (open === undefined || close === undefined) return null;
  const end = text.indexOf(close, open.length);
  return end < 0 ? null : text.slice(open.length, end).replaceAll('\n', ' ').trim();
}

/** The line or the displayed formula that follows a mark, blank lines passed over. */
function lineAfter(text: string, end: number): string {
  LEADING.lastIndex = end;
  LEADING.test(text);
  const start = LEADING.lastIndex;
  // One more than is read, so that a longer answer is known to be longer.
  const line = text.slice(start, start + MAX_ANSWER_LENGTH + 1);
  const formula = displayed(line);
  if (formula !== null) return formula;
  const newline = line.indexOf('\n');
  return newline < 0 ? line : line.slice(0, newline);
}

/** Whether a statement gives a value at its front: `it fits equation 5` talks of one. */
function givesValue(statement: string): boolean {
  const value = statement.search(VALUE);
  if (value < 0) return false;
  const words = statement.slice(0, value).match(WORD) ?? [];
  return words.filter((word) => !FILLERS.has(word.toLowerCase())).length < 2;
}

/**
 * The answer that a text states by `Answer: …`, in either case, in bold or not, with blank lines
 * before it: the last statement that gives a value, else the last one; null where there is none.
 *
 * Markup, quotes, special tokens and words around it are taken off; of `m+n = 20+22 = 48` the values
 * count. Takes time in proportion to the text.
 */
export function statedAnswer(text: string): string | null {
  const ends: number[] = [];
  MARK.lastIndex = 0;
  while (MARK.test(text)) ends.push(MARK.lastIndex);
  const statements = ends
    .slice(-MAX_STATEMENTS)
    .map((end) => lineAfter(text, end))
    .filter((statement) => statement !== '')
    .toReversed();
  const stated = statements.find(givesValue) ?? statements[0];
  return stated === undefined ? null : answerIn(stated);
}
