import type { LetterPlace } from './letter-place.ts';

/** `D if x > 1`. */
const CONDITION_AFTER = /[)\]}"'$*_]{0,8},?\s{1,40}(?:if|unless|provided|assuming|were)\b/iy;
/** `D were it cold`: no indicative. */
const UNREAL_AFTER = /[)\]}"'$*_]{0,8},?\s{1,40}were\b/iy;
/** `if x > 1, the answer would be D`. */
const CONDITION_BEFORE = /\b(?:if|were|had)\b[^.;!?\n]{0,100}$/i;
const WOULD = /\bwould\b/i;
/** `I would choose D`. */
const WOULD_BEFORE = /(?:\bwould|['’]d)\s{1,8}$/i;
/** `the answer is D?`. */
const QUESTION_AFTER = /[)\]}"'$*_]{0,8}[?？]/y;
/** `I think D is a good distractor`, but not `I think D is what we want`. */
const DEMOTED_AFTER =
  /[)\]}"'$*_]{0,8}\s{1,40}(?:is|was|looks?|seems?|sounds?|might|may|could|would)\s{1,40}(?:(?!(?:and|as|because|but|not|since|while)\b)[a-z'’-]{1,20}\s{1,8}){0,4}(?:close|decoys?|distractors?|incorrect|tempt(?:s|ing)?|traps?|wrong)\b/iy;
const BACK = 120;

/** Where a letter stands in what is said of it. */
interface Statement {
  /** Where the statement begins. */
  statement: number;
  place: LetterPlace;
  /** Whether it is `I think D`, which may go on in any way. */
  isChoice: boolean;
}

const matchesAt = (pattern: RegExp, text: string, at: number): boolean => {
  pattern.lastIndex = at;
  return pattern.test(text);
};

/**
 * Whether a statement is of an unreal case, a question or a word about an option, and gives way to
 * one that is none: `C if we neglect friction` is a statement, `it would be D if x > 1` is not.
 */
export function isRemark(text: string, { statement, place, isChoice }: Statement): boolean {
  const end = place.start + 1;
  if (matchesAt(UNREAL_AFTER, text, end) || matchesAt(QUESTION_AFTER, text, end)) return true;
  if (isChoice && matchesAt(DEMOTED_AFTER, text, end)) return true;
  const before = text.slice(Math.max(0, statement - BACK), statement);
  if (!WOULD.test(text.slice(statement, end)) && !WOULD_BEFORE.test(before)) return false;
  return matchesAt(CONDITION_AFTER, text, end) || CONDITION_BEFORE.test(before);
}
