import type { LetterPlace } from './letter-place.ts';

/** `D if x > 1`. */
const CONDITION_AFTER = /[)\]}"'$*_]{0,8},?\s{1,40}(?:if|unless|provided|assuming|were)\b/iy;
/** `if x > 1, the answer would be D`. */
const CONDITION_BEFORE = /\b(?:if|were|had)\b[^.;!?\n]{0,100}$/i;
const WOULD = /\bwould\b/i;
/** `I think D is a good distractor`, but not `I think D is correct`. */
const REMARK_AFTER =
  /[)\]}"'$*_]{0,8}\s{1,40}(?:is|was|has|looks|seems|sounds|might|may|could|would)\s{1,40}(?!(?:(?:be|the|clearly|therefore|indeed|definitely|most|likely)\s{1,40}){0,3}(?:correct|right|best|answer|true)\b)/iy;
const BACK = 120;

/** Where a letter stands in what is said of it. */
interface Statement {
  /** Where the statement begins. */
  statement: number;
  place: LetterPlace;
  /** Whether it is `I think D`, which may go on in any way. */
  isChoice: boolean;
}

/** Whether a statement is of another case, or a word about an option, and settles on nothing. */
export function isRemark(text: string, { statement, place, isChoice }: Statement): boolean {
  const end = place.start + 1;
  CONDITION_AFTER.lastIndex = end;
  if (CONDITION_AFTER.test(text)) return true;
  if (isChoice) {
    REMARK_AFTER.lastIndex = end;
    return REMARK_AFTER.test(text);
  }
  if (!WOULD.test(text.slice(statement, end))) return false;
  return CONDITION_BEFORE.test(text.slice(Math.max(0, statement - BACK), statement));
}
