import { DENIED_AFTER_WIDE, DENIED_BEFORE_WIDE, DENIED_LIST_WIDE } from './letter-wide.ts';

const OPEN = `[("'$*_]{0,8}`;
const CLOSE = `[)\\]}"'$*_]{0,8}`;
const AND = String.raw`(?:\s{0,4},\s{0,4}(?:(?:and|or|nor)\s{1,4})?|\s{1,4}(?:and|or|nor)\s{1,4}|\s{0,2}\/\s{0,2})`;
/** Others that are ruled out with a letter: `not A, B or` this one, and this one `and B are wrong`. */
const OTHERS_BEFORE = `(?:[("'$*_]{0,4}[A-Z][)"'$*_]{0,4}${AND}){0,9}`;
const OTHERS_AFTER = `(?:${CLOSE}${AND}(?:option\\s|choice\\s)?[("'$*_]{0,4}[A-Z](?![A-Za-z])){1,9}`;
const FAULTY = String.raw`(?:not(?!\s{1,4}(?:wrong|incorrect|false))|never|wrong|false|incorrect|impossible|invalid|eliminated|excluded|ruled\s{1,40}out|out\b(?!\s{1,4}of)|too\s{1,4}[a-z]+)`;
const CANNOT = String.raw`can(?:not|['’]t)|(?:can|must|should|could|may)\s{1,40}(?:not|(?:both\s|all\s|also\s|thus\s)?be\s{1,40}(?:eliminated|excluded|discarded|ruled\s{1,40}out))`;
const FAILS = String.raw`(?:do(?:es)?\s{1,4}not|do(?:es)?n['’]t)\s{1,4}(?:agree|apply|conserve|fit|hold|match|satisfy|work)|(?:fails?|violates?|contradicts?)(?=[\s.,;]|$)`;

/** `B is wrong`, `B cannot be`, `B fails`. */
const DENIED_AFTER = new RegExp(
  String.raw`${CLOSE}\s{1,40}(?:(?:is|are|was|would|must|should|could)(?:n['’]t(?!\s{1,4}(?:wrong|incorrect|false))|\s{1,40}(?:also\s|all\s|both\s|clearly\s|therefore\s|thus\s)?${FAULTY}|\s[^.,;!?\n]{1,30},?\s{1,4}but\s{1,4}(?:(?:also|still|it\s{1,4}is)\s{1,4}){0,2}(?:wrong|incorrect|false|not\s{1,4}(?:correct|right)))|${CANNOT}|${FAILS})\b`,
  'iy',
);
/** `B and C are wrong`: in `B, C is wrong` B may be the answer. */
const DENIED_LIST = new RegExp(
  String.raw`${OTHERS_AFTER}${CLOSE}\s{1,40}(?:(?:are|were)(?:n['’]t|\s{1,40}(?:both\s|all\s|also\s|clearly\s|thus\s|therefore\s)?${FAULTY})|${CANNOT}|${FAILS})\b`,
  'iy',
);
const DENIED_BEFORE = new RegExp(
  String.raw`(?:\b(?:not(?:\s{1,40}among)?|cannot|hardly|nor|neither|never|none\s{1,40}of|except|(?:rather|other)\s{1,40}than|instead\s{1,40}of|unlike|(?:all|anything|any|everything)\s{1,40}but|rul(?:e|es|ed|ing)\s{1,40}out|eliminat(?:e|es|ed|ing)|exclud(?:e|es|ed|ing)|discard(?:s|ed|ing)?)|n['’]t)\s{1,40}(?:(?:be|the|either|both|answers?|options?|choices?|letters?)\s{1,40}){0,3}${OTHERS_BEFORE}${OPEN}$`,
  'i',
);

/** `you might think the answer is B`, `I do not think it is B`: what is not said. */
const UNSAID_BEFORE = new RegExp(
  String.raw`(?:\b(?:(?:you|one)\s{1,4}(?:might|may|could)|(?:some|many|others|people|students?)(?:\s{1,4}(?:might|may|could|would|will|often|wrongly)){0,2})\s{1,4}(?:be\s{1,4}tempted\s{1,4}to\s{1,4})?(?:think|say|argue|believe|claim|choose|pick|guess|answer)|\b(?:suppose|doubt|unlikely)|(?:n['’]t|\bnot|\bnever)\s{1,4}(?:think|believe|say|agree|match|correspond|equal|support|fit|choose|pick|select|go(?!\s{1,4}for)|recommend)|\b(?:wrong|incorrect|mistake|error|unwise)\s{1,4}to\s{1,4}(?:choose|pick|select|say|answer))(?:\s{1,4}(?:that|to|with))?(?:\s{1,4}(?:it|the|correct|right|best|answer|option|choice|is|was|would|could|might|be|could)){0,6}\s{1,4}${OTHERS_BEFORE}${OPEN}$`,
  'i',
);
/** `Incorrect: A, B and` this one. */
const CALLED_WRONG_BEFORE = new RegExp(
  String.raw`(?<!\b(?:is|are|was)\s{1,4})\b(?:incorrect|wrong|false)(?:\s{1,4}(?:answers|options|choices|statements|ones)){0,1}(?:\s{1,4}are|\s{0,2}[*_]{0,3}:[*_]{0,3})\s{1,4}${OTHERS_BEFORE}${OPEN}$`,
  'i',
);
/** `A is wrong, so is` this one. */
const ALSO_WRONG_BEFORE = new RegExp(
  String.raw`\b(?:wrong|incorrect|false|excluded|eliminated|out)\b[^.;!?\n]{0,20}\bso\s{1,4}(?:is|are|do|does)\s{1,4}${OTHERS_BEFORE}${OPEN}$`,
  'i',
);
/** `Please end with "The answer is D"`, `Format: "Answer: D"`: how to answer. */
const INSTRUCTED_BEFORE =
  /\b(?:(?:please|(?:asked|told|instructed)\s{1,4}(?:(?:me|us|you)\s{1,4})?to|(?:must|should)\s{1,4}(?:answer|conclude|end|finish|reply|respond|say|state|write))\b[^.;!?\n"“]{0,60}|(?<!\b(?:in|following|per|using|by)\s{1,4}(?:the\s{1,4}|\w{1,12}\s{1,4}){0,2})(?:format|template|example)\b[^.;!?\n"“]{0,20})["“「\x60][^"”“」\x60\n]{0,30}\b(?:answer|choice|option)\b[^"”“」\x60\n]{0,12}$/i;
/** `Fig. B`, `vitamin D`, `Dr. A.`: a name of something else. */
const NAME_BEFORE =
  /\b(?:fig(?:ure|s)?|table|section|appendix|chapter|eqs?|equation|dr|prof|mrs?|ms|vitamin|hepatitis|influenza|plan|step|(?:grade|difficulty|confidence|score|rating|level)\s{0,2}[*_]{0,2}:?[*_]{0,2})\.?\s{1,4}[("'$*_]{0,4}$/i;

const matchesAt = (pattern: RegExp, text: string, at: number): boolean => {
  pattern.lastIndex = at;
  return pattern.test(text);
};

/** Whether an option is ruled out where its letter is named, between what stands before and an end. */
export function isDenied(before: string, text: string, end: number): boolean {
  return (
    DENIED_BEFORE.test(before) ||
    UNSAID_BEFORE.test(before) ||
    CALLED_WRONG_BEFORE.test(before) ||
    ALSO_WRONG_BEFORE.test(before) ||
    NAME_BEFORE.test(before) ||
    INSTRUCTED_BEFORE.test(before) ||
    DENIED_BEFORE_WIDE.test(before) ||
    matchesAt(DENIED_AFTER, text, end) ||
    matchesAt(DENIED_LIST, text, end) ||
    matchesAt(DENIED_AFTER_WIDE, text, end) ||
    matchesAt(DENIED_LIST_WIDE, text, end)
  );
}
