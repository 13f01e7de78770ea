import type { LetterPlace } from './letter-place.ts';
import { SUITS } from './verdict-words.ts';

const LEAD = String.raw`(?:(?:the|an?|answer|option|choice)\s{1,4}){0,3}["'$*_(]{0,4}$`;
/** `The answer could be D`. */
const UNSURE_BEFORE = new RegExp(
  String.raw`\b(?:could|might|may)\s{1,4}(?:(?:well|also|possibly|perhaps|just)\s{1,4}){0,2}be\s{1,4}${LEAD}`,
  'i',
);
/** `If B is correct, then ` this one. */
export const IF_ANOTHER_BEFORE =
  /\bif\s{1,4}(?:(?:option|choice|statement)\s{1,4})?[("*_]{0,3}[A-Z][)"*_]{0,3}\s{1,4}(?:(?:is|was|were)\s{1,4}(?:also\s{1,4})?(?:correct|right|true)|holds|fits|works)\b(?:(?!\bbut\b)[^.;!?\n]){0,60}$/i;
/** `A fits and ` this one `fits`. */
const PRAISED_BEFORE = new RegExp(
  String.raw`(?<![A-Za-z])[A-Z][)"*_]{0,3}\s{1,4}(?:${SUITS})(?:\s{1,4}(?:too|well|also|as\s{1,4}well))?\s{0,2}[,.;]?\s{1,4}(?:and\s{1,4})?["'$*_(]{0,4}$`,
);
const PRAISED_AFTER = new RegExp(
  String.raw`[)"*_]{0,3}\s{1,4}(?:also\s{1,4})?(?:${SUITS})(?!\s{1,4}(?:all|best|better|both|every|more))(?![\w-])`,
  'y',
);
/** How much is read before a letter. */
const BACK = 120;

/** Whether a letter is named as one that may be the answer, without a word that it is. */
export function isDoubted(text: string, { start }: LetterPlace): boolean {
  const before = text.slice(Math.max(0, start - BACK), start);
  if (UNSURE_BEFORE.test(before) || IF_ANOTHER_BEFORE.test(before)) return true;
  PRAISED_AFTER.lastIndex = start + 1;
  return PRAISED_BEFORE.test(before) && PRAISED_AFTER.test(text);
}
