import { MAX_ANSWER_LENGTH } from '../math/bounds.ts';
import { extractAnswer } from '../math/extract-answer.ts';
import { denies } from '../math/read/denial.ts';
import { lastEquation } from './last-equation.ts';

const MARK = /answer[*_\s]*[:：]/gi;
const LEADING = /[\s*_`]*/y;
/** Statements looked at, from the end: more of them are a flood, not a solution. */
const MAX_STATEMENTS = 256;
const SPECIAL_TOKEN = /<\|[^|<>\s]{1,40}\|>/g;
const MARKUP = /[\s*_`"“”]/;
const VALUE = /[\d\\√π∞½⅓⅔¼¾]/;
const WORD = /\p{L}{2,}/gu;
/** `Answer: The answer is 5` says it twice. */
const ECHO = /^(?:(?:the|my|our) )?(?:final )?answer is:? (?=\S)/i;
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

/** Blanks, quotes and marks of emphasis around a text, a full stop behind these too: `**34**.` */
function withoutMarkup(text: string): string {
  let [start, end] = [0, text.length];
  if (/[*_`"”]\.\s{0,8}$/.test(text)) end = text.lastIndexOf('.');
  while (start < end && MARKUP.test(text.charAt(start))) start += 1;
  while (end > start && MARKUP.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Whether a statement gives a value at its front: `it fits equation 5` talks of one. */
function givesValue(statement: string): boolean {
  const value = statement.search(VALUE);
  if (value < 0) return false;
  const words = statement.slice(0, value).match(WORD) ?? [];
  return words.filter((word) => !FILLERS.has(word.toLowerCase())).length < 2;
}

/** `5 and 5` states 5; `5 and 7` is left as it is, a hedge. */
function withoutRepetition(statement: string): string {
  const [first = '', ...others] = statement.split(' and ').map((part) => part.trim());
  return others.every((other) => other === first) ? first : statement;
}

/** Commands that a number is written with: their letters name nothing. */
const ARITHMETIC = /\\(?:[dtc]?frac|sqrt|[dt]?binom|cdot|times|div|left|right|pi)(?![A-Za-z])/g;
const ORDER = /[<>≤≥≠≈]|=[/\\]=|(?<![\d)])!=|\\(?:neq?|[lg]eq?|[lg]t|approx|not)(?![A-Za-z])/;
/** Words behind a value that offer another, or take it back. */
const HEDGE =
  /\b(?:or|not?|never|wrong|incorrect|false|unless|except|maybe|perhaps|possibly|but|if|hundred|thousand|million|billion)\b/i;
const DELIMITER = /\\[()]|(?<!\\)\$/g;

/**
 * The values of a chain of equals signs, what they are equal to left out: of `m+n = 20+22 = 42` the
 * last two. A statement of several things (`x = 4, y = 5`) is left as it is.
 */
function valuesOf(statement: string): string {
  const isDelimited = (statement.match(DELIMITER)?.length ?? 0) % 2 === 0;
  const sides = (isDelimited ? statement.replaceAll(DELIMITER, '') : statement).split('=');
  const letters = sides.map((side) => side.replaceAll(ARITHMETIC, ''));
  if (ORDER.test(statement) || denies(sides[0] ?? '')) return statement;
  if (letters.slice(1, -1).some((side) => /\p{Ll}{2}|[,;]/u.test(side))) return statement;
  const first = letters.findIndex((side, at) => at === sides.length - 1 || !/\p{L}/u.test(side));
  return first === 0 ? statement : sides.slice(first).join('=');
}

/** `$n=42$ is the smallest`: words behind the formula that add no value to it. */
const REMARK =
  /^(\$[^$]*=[^$]*\$|\\\([^=]*=.*?\\\))[ ,]+(?:is|are|which|as|since|because|by|where|when)\s[\p{L}\s,.]*$/u;

function withoutRemark(statement: string): string {
  const formula = REMARK.exec(statement)?.[1];
  return formula === undefined || HEDGE.test(statement) ? statement : formula;
}

/** What is compared of a statement: its box, else the value behind the equals signs of its names. */
function answerIn(statement: string): string {
  if (statement.length > MAX_ANSWER_LENGTH) return statement;
  const bare = withoutMarkup(statement.replaceAll(SPECIAL_TOKEN, '')).replace(ECHO, '');
  const boxed = /\\(?:boxed|fbox)/.test(bare) ? extractAnswer(bare) : null;
  if (boxed !== null) return boxed;
  const value = valuesOf(lastEquation(withoutRemark(bare.replace(/\s*[,;]$/, ''))));
  return withoutRepetition(value.trim().replace(/^an? (?=\S)/, ''));
}

/**
 * The answer that a text states by `Answer: …`, in either case, in bold or not, with blank lines
 * before it: the last statement that gives a value, else the last one; null where there is none.
 *
 * Markup, quotes, special tokens and an article around it are taken off; of `2x = 48` and of
 * `m+n = 20+22 = 48` the values count. Takes time in proportion to the text.
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
