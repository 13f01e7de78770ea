import { isDenied } from './letter-denial.ts';
import { COMMA_WIDE, JOINER_WIDE } from './letter-wide.ts';

/** A letter that may name an option, where it stands. */
export interface LetterPlace {
  letter: string;
  start: number;
}

/**
 * A letter, digit or underscore that a letter beside it makes a word with: none of the scripts that
 * set no blanks, as in `答案是B`.
 */
export const WORD_SIGN = String.raw`(?:(?![\u2e80-\ud7ff\uf900-\ufaff\uff01-\uffef])[\p{L}\p{N}_])`;

/** Words that may follow an option's letter; after `A` any other word makes it an article. */
const AFTER_LETTER =
  /\s{1,40}(?:and|as|because|but|by|due|for|from|given|has|is|must|or|satisfies|should|since|so|through|to|was|which|with|would)\b/y;
/** On the same line, or small: behind `Answer: A` a new line begins with a capital. */
const WORD_AFTER = /[^\S\n]{1,40}\p{L}|\s{1,40}\p{Ll}/uy;
const APOSTROPHE_OR_HYPHEN = /['’-]\p{L}/uy;
const JOINED = String.raw`(?:\s{0,40},?\s{0,40}\(?\b(?:and\/or|or|and)\b\s{0,40}(?:(?:maybe|perhaps|possibly|even|also|else|either|it|could|might|may|is|be|the|answer|option|choice)\s{1,40}){0,3}|\s{0,40}[/&,|]\s{0,40}|\s{1,4}(?:to|through)\s{1,4}|[.,;]{0,1}\s{1,4}[Aa]lternatively[,:]{0,1}\s{1,4}|[ \u00a0]{1,4})`;
/** `(A)(B)`, and letters on lines of their own. */
const LISTED_BEFORE =
  /(?:(?:^|\n)[ \t("'$*_]{0,8}([A-Z])[)\]}"'$*_.,]{0,8}\s{0,4}\n|[([]([A-Z])[)\]])\s{0,4}[([{"'$*_]{0,8}$/;
const JOINED_AFTER = new RegExp(
  String.raw`[)\]}"'$*_）】」]{0,8}(?:${JOINED}|${JOINER_WIDE}|${COMMA_WIDE})[("'$*_（【「]{0,8}([A-Za-z])(?!${WORD_SIGN})`,
  'uy',
);
const JOINED_BEFORE = new RegExp(
  String.raw`(?<!${WORD_SIGN})([A-Za-z])[)\]}"'$*_）】」]{0,8}(?:${JOINED}|${JOINER_WIDE}|\s{0,4}，\s{0,4})[("'$*_（【「]{0,8}$`,
  'u',
);
/** `x + y`, `x*y`, `A^2`: a variable. `B = 3 m` and `B - Helium` are options with their texts. */
const SMALL_IN_FORMULA = /(?:\s{1,3}[-+*/^×·÷<>=−]\s{1,3}|[-+*/^×·÷<>=−])(?=[\w\\({])/y;
const CAPITAL_IN_FORMULA = /(?:\s{1,3}[+*^×·÷<>]\s{1,3}|[+*^×·÷<>])(?=[\w\\({])(?![A-Z](?![\w]))/y;
/** `A > B > ` this one. */
const IN_ORDER_BEFORE = /[A-Z]\s{0,3}[<>=≈→≪≫]\s{0,3}$/;
/** `B and A is the common mistake`: another sentence begins. */
const PREDICATE =
  /\s{1,4}(?:is|was|has|does|would|gives|ignores)\b(?!\s{1,4}(?:also|too|correct|right|true|possible|plausible|valid|equally)\b)/y;
/** `I changed from C to B`. */
const FROM =
  /\bfrom\s{1,4}(?:(?:option|choice)\s{1,4})?[("'$*_]{0,4}[A-Z][)"'$*_]{0,4}\s{1,4}to\s{1,4}[("'$*_]{0,8}$/;
/** `first A, then B, and C is the only one`: the others are subjects of their own. */
const ITSELF_BEFORE = /,\s{0,4}and\s{1,4}[("'$*_]{0,8}$/i;
const ITSELF_AFTER = /[)\]}"'$*_]{0,8}\s{1,4}is\s{1,4}the\b/y;
/** `the answer is also C`. */
const ALSO = /\balso\s{1,4}[("'$*_]{0,8}$/i;
/** `Between C and D, C`: those were weighed before. */
const BETWEEN =
  /\b(?:between|among|of)\s[^.;!?\n]{0,40}\b(?:and|or)\s{1,4}[("'$*_]{0,4}[A-Z][)"'$*_]{0,4},\s{0,4}[("'$*_]{0,8}$/i;
/** `K+`, `F⁻`, `I-.`: an ion. */
const CHARGE = /[⁺⁻]|\^?\{?(?:\+\}?[$*)]{0,3}(?=$|[\s.,;:!?])|[-−]\}?[$*)]{0,3}(?=$|[\n.,;:!?]))/y;
/** What stands before the unit of a value: `3 A`, `25^\circ\text{C}`. */
const VALUE_BEFORE = /[\d°](?:[\s~$}]|\\[,;: ]|\^?\{?\\circ|\\(?:text|mathrm|rm)\s{0,3}\{?){0,8}$/;
/** A letter's value is looked for as far back as this. */
const UNIT_BACK = 40;
const PARAGRAPH = /\n[^\S\n]{0,4}\n/;
/** What stands before a letter is looked at as far back as this. */
const BACK = 120;

const matchesAt = (pattern: RegExp, text: string, at: number): boolean => {
  pattern.lastIndex = at;
  return pattern.test(text);
};

/** Whether a letter by itself is the article `a`, the pronoun `I`, or the front of a word. */
function isWord(text: string, { letter, start }: LetterPlace): boolean {
  const end = start + 1;
  if (matchesAt(APOSTROPHE_OR_HYPHEN, text, end)) return true;
  if (matchesAt(CHARGE, text, end)) return true;
  const inFormula = letter >= 'a' ? SMALL_IN_FORMULA : CAPITAL_IN_FORMULA;
  if (matchesAt(inFormula, text, end)) return true;
  if (!/[aAiI]/.test(letter) || !matchesAt(WORD_AFTER, text, end)) return false;
  // `A B C`: a list of letters follows, not a word.
  if (/^\s+\p{Lu}(?![\p{L}\p{N}])/u.test(text.slice(end, end + 44))) return false;
  return letter !== 'A' || !matchesAt(AFTER_LETTER, text, end);
}

/** Whether a letter names an option, neither a word nor one that is ruled out. */
export function namesOption(text: string, place: LetterPlace): boolean {
  const around = text.slice(Math.max(0, place.start - BACK), place.start);
  // `D) neither`, and a paragraph that begins with another letter.
  const before = around.split(PARAGRAPH).at(-1) ?? '';
  return !isWord(text, place) && !isDenied(before, text, place.start + 1);
}

/** Whether a letter stands behind a number, as its unit would. */
export function isUnit(text: string, { start }: LetterPlace): boolean {
  return VALUE_BEFORE.test(text.slice(Math.max(0, start - UNIT_BACK), start));
}

/** Whether another option is named in one breath with this one: `A or B`, `A, B`, `A B C D`. */
export function isHedged(
  text: string,
  place: LetterPlace,
  isOption: (letter: string) => boolean,
): boolean {
  JOINED_AFTER.lastIndex = place.start + 1;
  const after = JOINED_AFTER.exec(text)?.[1];
  if (after !== undefined && !matchesAt(PREDICATE, text, JOINED_AFTER.lastIndex)) {
    const start = JOINED_AFTER.lastIndex - 1;
    if (isOption(after) && isOther(text, place, { letter: after, start })) return true;
  }
  const back = Math.max(0, place.start - BACK);
  const before = text.slice(back, place.start);
  const match = JOINED_BEFORE.exec(before) ?? LISTED_BEFORE.exec(before);
  if (ITSELF_BEFORE.test(before) && matchesAt(ITSELF_AFTER, text, place.start + 1)) return false;
  const letter = match?.slice(1).find((group) => group !== undefined);
  if (BETWEEN.test(before) || FROM.test(before)) return false;
  if (ALSO.test(before)) return true;
  if (match === null || letter === undefined || !isOption(letter)) return false;
  const start = back + match.index + match[0].indexOf(letter);
  return isOther(text, place, { letter, start });
}

function isOther(text: string, place: LetterPlace, other: LetterPlace): boolean {
  return (
    other.letter.toUpperCase() !== place.letter.toUpperCase() &&
    /[A-Z]/.test(other.letter) &&
    !isUnit(text, other) &&
    !IN_ORDER_BEFORE.test(text.slice(Math.max(0, other.start - UNIT_BACK), other.start)) &&
    namesOption(text, other)
  );
}
