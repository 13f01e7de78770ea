import { MAX_ANSWER_LENGTH } from '../math/bounds.ts';
import { extractAnswer } from '../math/extract-answer.ts';
import { denies } from '../math/read/denial.ts';
import { isToSolve, lettersOf } from './equation-to-solve.ts';
import { lastEquation } from './last-equation.ts';
import { valueInProse } from './prose.ts';

const SPECIAL_TOKEN = /<[|｜][^|｜<>\s]{1,40}[|｜]>|<\/?(?:s|answer|think)>|[✓✔✅☑]\ufe0f?/gu;
/** Tags of HTML that change how a text looks, and tokens that are spelt as tags; `<sup>` is a power. */
const TAG =
  /<\/?(?:b|strong|i|em|u|p|br|span|div|font|code|mark|center|eos|bos|pad|unk|end_of_turn|eot)\s*\/?>/gi;
/** Bold type, and no power: `= **34**`. */
const BOLD = /(?<![\w)\]}])\*\*([^*]+)\*\*(?![\w(])/g;
const MARKUP = /[\s*_`"“”]/;
/** `Answer: The answer is 5` says it twice. */
const ECHO = /^(?:(?:the|my|our) )?(?:final )?answer is:? (?=\S)/i;
/** `only 34` is 34, and not less. */
const ADVERB = /^(?:only|just|exactly|precisely|simply)\s+(?=[-+\d$\\√π])/i;
/** `34 or equivalently 68/2` says one value twice. */
const EQUIVALENTLY = /\bor,?\s+equivalently,?(?=\s)/gi;

/** Blanks, quotes and marks of emphasis around a text, a full stop behind these too: `**34**.` */
function withoutMarkup(text: string): string {
  let [start, end] = [0, text.length];
  if (/[*_`"”]\.\s{0,8}$/.test(text)) end = text.lastIndexOf('.');
  while (start < end && MARKUP.test(text.charAt(start))) start += 1;
  while (end > start && MARKUP.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** The brace that closes what a statement stands in: `\textbf{Answer: 34}`. */
function withoutStrayBrace(text: string): string {
  const isStray = text.endsWith('}') && text.split('}').length > text.split('{').length;
  return isStray ? text.slice(0, -1) : text;
}

/** `5 and 5` states 5; `5 and 7` is left as it is, a hedge. */
function withoutRepetition(statement: string): string {
  const [first = '', ...others] = statement.split(' and ').map((part) => part.trim());
  return others.every((other) => other === first) ? first : statement;
}

const ORDER = /[<>≤≥≠≈]|=[/\\]=|(?<![\d)])!=|\\(?:neq?|[lg]eq?|[lg]t|approx|not)(?![A-Za-z])/;
/** Words behind a value that offer another, or take it back. */
const HEDGE =
  /\b(?:or|not?|never|wrong|incorrect|false|unless|except|maybe|perhaps|possibly|but|if|hundred|thousand|million|billion)\b/i;
/** A value and its case: the 3 of `34 when x = 3` is not the answer. */
const CASE =
  /\d[^]*(?:\b(?:if|unless|when|where|for|with|at|by|on|provided|while)\b)|^[\s$]*-?\d[\d.]*[$\s]*[,;]/i;
const DELIMITER = /\\[()]|(?<!\\)\$/g;

/**
 * The values of a chain of equals signs, what they are equal to left out: of `m+n = 20+22 = 42` the
 * last two. A statement of several things (`x = 4, y = 5`) and an equation that is yet to be solved
 * are left as they are.
 */
function valuesOf(statement: string): string {
  const isDelimited = (statement.match(DELIMITER)?.length ?? 0) % 2 === 0;
  const sides = (isDelimited ? statement.replaceAll(DELIMITER, '') : statement).split('=');
  const letters = sides.map(lettersOf);
  if (ORDER.test(statement) || denies(sides[0] ?? '')) return statement;
  if (letters.slice(1, -1).some((side) => /\p{Ll}{2}|[,;]/u.test(side))) return statement;
  const first = letters.findIndex((side, at) => at === sides.length - 1 || !/\p{L}/u.test(side));
  const dropped = sides.slice(0, first);
  if (first === 0 || dropped.some(isToSolve) || CASE.test(dropped[0] ?? '')) return statement;
  return sides.slice(first).join('=');
}

/** `N \equiv 42 \pmod{100}`: the remainder is what was asked for. */
const CONGRUENCE = /^[^≡]*(?:≡|\\equiv(?![A-Za-z]))/;

/** `$n=42$ is the smallest`: words behind the formula that add no value to it. */
const REMARK =
  /^(\$[^$]*=[^$]*\$|\\\([^=]*=.*?\\\))[ ,]+(?:is|are|which|as|since|because|by|where|when)\s[\p{L}\s,.]*$/u;

function withoutRemark(statement: string): string {
  const formula = REMARK.exec(statement)?.[1];
  return formula === undefined || HEDGE.test(statement) ? statement : formula;
}

/** What takes a box back: `not \boxed{34}`, `\boxed{34} is wrong`. */
const DENIED =
  /(?:\bnot|n['’]t(?: be)?|\bcannot be)[\s$]*\\f?box|\}[\s$]*(?:is|are|seems|looks|was)(?: \w+)? (?:not|wrong|incorrect|false)\b/i;

/** The content of the box of a statement; null where it has none, or several that differ, or is denied. */
function soleBox(statement: string): string | null {
  if (!/\\(?:boxed|fbox)/.test(statement) || DENIED.test(statement)) return null;
  const last = extractAnswer(statement);
  const before =
    last === null ? null : extractAnswer(statement.slice(0, statement.lastIndexOf(last)));
  return before === null || before === last ? last : null;
}

/** What is compared of a statement: its box, else the value behind its words and equals signs. */
export function answerIn(statement: string): string {
  if (statement.length > MAX_ANSWER_LENGTH) return statement;
  const plain = statement
    .replaceAll(SPECIAL_TOKEN, '')
    // A blank, for `3<b>4</b>` is not 34.
    .replaceAll(TAG, ' ')
    .replaceAll(BOLD, '$1');
  const bare = withoutStrayBrace(withoutMarkup(plain)).replace(ECHO, '').replace(ADVERB, '');
  const boxed = soleBox(bare);
  if (boxed !== null) return boxed;
  const formula = withoutRemark(bare.replace(/\s*[,;]$/, '').replace(/^=\s*/, ''));
  const given = valueInProse(formula.replaceAll(EQUIVALENTLY, 'or')).replace(CONGRUENCE, '');
  return withoutRepetition(
    valuesOf(lastEquation(given))
      .trim()
      .replace(/^an? (?=\S)/, ''),
  );
}
