import { MAX_ANSWER_LENGTH } from '../math/bounds.ts';
import { answerIn } from './answer-in.ts';
import { valueInProse } from './prose.ts';

const MARK = /(?:answer|(?<!不是|并非)答案[是为]?)[*_\s]*[:：]/gi;
/** Blanks and markup, and the brace of `\text{Answer: } 34`. */
const LEADING = /[\s*_`}]*/y;
const LONG_BLANKS = /\s{32,}/g;
/** The end of a line that goes on below it: `The answer is`. */
const MAX_TAIL = 40;
const INCOMPLETE = /(?:\b(?:is|are|get|obtain)|[:=])[\s*_]*(?:\$|\\\))?[\s*_]*$/;
/** Statements looked at, from the end: more of them are a flood, not a solution. */
const MAX_STATEMENTS = 256;
/** How many of them are read as sentences. */
const MAX_SENTENCES = 32;
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

/** The line or the displayed formula that follows a place, blank lines passed over. */
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

/** What is stated behind a mark: a line, with the next where it breaks off; a long run of blanks is one. */
function statementAfter(text: string, end: number): string {
  const line = lineAfter(text, end);
  if (line.length > MAX_ANSWER_LENGTH) return line;
  const isIncomplete = INCOMPLETE.test(line.slice(-MAX_TAIL));
  const next = isIncomplete ? lineAfter(text, text.indexOf(line, end) + line.length) : '';
  return `${line} ${next}`.trimEnd().replaceAll(LONG_BLANKS, ' ');
}

/** Whether a statement gives a value, and not only talks of one, as `it fits equation 5` does. */
const givesValue = (statement: string, at: number): boolean =>
  startsWithValue(statement) || (at < MAX_SENTENCES && startsWithValue(valueInProse(statement)));

function startsWithValue(statement: string): boolean {
  const value = statement.search(VALUE);
  if (value < 0) return false;
  const words = statement.slice(0, value).match(WORD) ?? [];
  return words.filter((word) => !FILLERS.has(word.toLowerCase())).length < 2;
}

/**
 * The answer that a text states by `Answer: …` or `答案：…`, in either case, in bold or not, with blank lines
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
    .map((end) => statementAfter(text, end))
    .filter((statement) => statement !== '')
    .toReversed();
  const stated = statements.find(givesValue) ?? statements[0];
  return stated === undefined ? null : answerIn(stated);
}
