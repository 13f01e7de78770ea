import type { LetterPlace } from './letter-place.ts';

/** `D if x > 1`. */
const CONDITION_AFTER = /[)\]}"'$*_]{0,8},?\s{1,40}(?:if|unless|provided|assuming|were)\b/iy;
/** `D were it cold`: no indicative. */
const UNREAL_AFTER = /[)\]}"'$*_]{0,8},?\s{1,40}were\b/iy;
/** `if x > 1, the answer would be D`. */
const CONDITION_BEFORE = /\b(?:if|were|had)\b[^.;!?\n]{0,100}$/i;
/** `如果…，则选D`. */
const CONDITION_BEFORE_WIDE =
  /(?:如果|若|假如|假[设設]|倘若|要是|除非|もし)[^。；;！？!?\n]{0,80}$/;
const WOULD = /\bwould\b/i;
/** `I would choose D`. */
const WOULD_BEFORE = /(?:\bwould|['’]d)\s{1,8}$/i;
/** `the answer is D?`. */
const QUESTION_AFTER = /[)\]}"'$*_]{0,8}\s{0,2}[吗嗎か]?[?？]/y;
/** `I think D is a good distractor`, but not `I think D is what we want`. */
const DEMOTED_AFTER =
  /[)\]}"'$*_]{0,8}\s{1,40}(?:is|was|looks?|seems?|sounds?|might|may|could|would)\s{1,40}(?:(?!(?:and|as|because|but|not|since|while)\b)[a-z'’-]{1,20}\s{1,8}){0,4}(?:close|decoys?|distractors?|incorrect|plausible|possible|tempt(?:s|ing)?|traps?|wrong)\b/iy;
const BACK = 120;

/** `though D is close`, `B over A`. */
const ASIDE_BEFORE =
  /\b(?:though|although|while|whereas|if|whether|suppose|assuming|over|versus|compared\s{1,4}(?:to|with))\s{1,4}(?:(?:option|choice)\s{1,4})?[("'$*_]{0,4}$|\b(?:although|though|unlike|whereas|while)\b[^.,;!?\n]{0,40}$/i;

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

/** Whether a letter ends a question, which states nothing. */
export const isAsked = (text: string, { start }: LetterPlace): boolean =>
  matchesAt(QUESTION_AFTER, text, start + 1);

const isDemoted = (text: string, end: number): boolean => matchesAt(DEMOTED_AFTER, text, end);

/** `Is B correct?`, but not `B? Yes`. */
const IN_QUESTION = /[)\]}"'$*_]{0,8}\s[^.!?？\n]{1,80}[?？](?!\s{0,4}Yes)/iy;

/** `Is it B?`, but not `Is it B? Yes`. */
const QUESTION_BEFORE =
  /(?:^|[.!?\n]\s{0,3})(?:is|are|was|could|would|might|may|should|can|does|what|why|how)\b[^.!?\n]{0,60}$/i;
const YES_AFTER = /[)\]}"'$*_]{0,8}\s{0,2}[?？]\s{0,4}Yes/iy;
/** `Let D be the diffusion coefficient`, `where D is its value`. */
const DEFINED_BEFORE = /\b(?:let|where|denote|define|call)\s{1,4}[$*_(]{0,4}$/i;
const DEFINED_AFTER = /[)$*_]{0,4}\s{1,4}(?:be|is|are|denotes?|represents?)\b/iy;

/** Whether an option is named beside the one that is meant: `D is tempting`, `although D`. */
export function isAside(text: string, place: LetterPlace): boolean {
  const end = place.start + 1;
  const before = text.slice(Math.max(0, place.start - BACK), place.start);
  return (
    isDemoted(text, end) ||
    matchesAt(IN_QUESTION, text, end) ||
    (isAsked(text, place) && QUESTION_BEFORE.test(before) && !matchesAt(YES_AFTER, text, end)) ||
    (DEFINED_BEFORE.test(before) && matchesAt(DEFINED_AFTER, text, end)) ||
    ASIDE_BEFORE.test(before.slice(-40))
  );
}

/**
 * Whether a statement is of an unreal case or a word about an option, and gives way to
 * one that is none: `C if we neglect friction` is a statement, `it would be D if x > 1` is not.
 */
export function isRemark(text: string, { statement, place, isChoice }: Statement): boolean {
  const end = place.start + 1;
  if (matchesAt(UNREAL_AFTER, text, end)) return true;
  if (isChoice && isDemoted(text, end)) return true;
  const before = text.slice(Math.max(0, statement - BACK), statement);
  if (CONDITION_BEFORE_WIDE.test(before)) return true;
  if (!WOULD.test(text.slice(statement, end)) && !WOULD_BEFORE.test(before)) return false;
  return matchesAt(CONDITION_AFTER, text, end) || CONDITION_BEFORE.test(before);
}
