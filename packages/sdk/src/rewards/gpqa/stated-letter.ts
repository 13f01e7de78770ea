import { extractAnswer } from '../math/extract-answer.ts';
import { isRemark } from './letter-remark.ts';
import { isHedged, isUnit, type LetterPlace, namesOption, WORD_SIGN } from './letter-place.ts';

/** The option that a response settles on; `hedged` where it names two in one breath. */
export type Stated = { letter: string; hedged: boolean } | null;

const WRAPPERS = String.raw`(?:["'“‘(\[{$（【「]|\\[(\[]|\\(?:text|textbf|mathbf|mathrm|boxed|fbox)\s{0,3}\{){0,5}`;
const LETTER = String.raw`([A-Za-z])(?!${WORD_SIGN})`;
const COPULA = String.raw`(?:is|are|was|would|should|must|be|chosen|selected|letter|option|choice|answer|clearly|definitely|therefore|thus|indeed|probably|likely|actually|simply|most)`;
const GAP = String.raw`[\s*_:=]`;

/** `the answer is B`, `Answer: **B**`, `the option chosen: C`: a word, then `is`, a sign or a line. */
const STATEMENT = new RegExp(
  String.raw`\b(?:answers?|option|choice)\b(?=[*_ \t]{0,40}(?:[:=\n]|${COPULA}\b))(?:${GAP}{0,40}\b${COPULA}\b){0,5}${GAP}{0,40}${WRAPPERS}${LETTER}`,
  'iuy',
);
/** The words that a statement starts with, by a pattern that is cheap to look for. */
const STATEMENT_WORD = /\b(?:answers?|option|choice)\b/gi;
/** `B is correct`, `C is the best choice`. */
const VERDICT = new RegExp(
  String.raw`(?<!${WORD_SIGN}|['’-])${LETTER}[)\]}"'$*_.]{0,8}\s{1,40}is\s{1,40}(?:(?:the|clearly|therefore|indeed|definitely|most)\s{1,40}){0,3}(?:correct|right|best|answer)\b`,
  'giu',
);
/** `no wait C`, `I think B`, `I choose option b`: capitals, small ones behind `option`. */
const CHOICE = new RegExp(
  String.raw`\b(?:no|wait|actually|rather|think|guess|choose|chose|pick|select|go with|going with)\b[\s,:*_]{1,40}(?:(?:it is|it's|the)\s{1,40})?(?:(?:answer|option|choice)\s{1,40}${WRAPPERS}([a-z])(?!${WORD_SIGN})|(?:(?:answer|option|choice)\s{1,40})?${WRAPPERS}([A-Z])(?!${WORD_SIGN}))`,
  'gu',
);
/** `答案是B`, `选 (B)`, `正解はB`: the same, where no blanks are set. */
const WIDE_STATEMENT = new RegExp(
  String.raw`(?:答案|[选選](?:项|項|择|擇)?|答え|正解|답)[\s是为為选選应應该該:：はが은는】*]{0,10}${WRAPPERS}${LETTER}`,
  'uy',
);
const WIDE_STATEMENT_WORD = /答案|[选選]|答え|正解|답/g;

/** What a text without a verdict or a choice does not hold, as a rule. */
const VERDICT_WORD = /\sis\s/i;
const CHOICE_WORD = /\b(?:no|wait|actually|rather|think|guess|choose|chose|pick|select|with)\b/;
/**
 * `(B) Vitamin C`: a line that starts with an option. Its capital is looked for first, since a text
 * may be all line ends.
 */
const LISTED = /[A-Z](?=[).:])(?<=^[ \t*_#>-]{0,20}\(?[A-Z])[).:]{1,2}[*_]{0,3}[ \t]+\S/gm;
/** What a text without a capital by itself does not hold, whatever is beside it. */
const LONE_CAPITAL = /\b[A-Z]\b/;
const LONE = /^[^\p{L}\p{N}]*([A-Za-z])[^\p{L}\p{N}]*$/u;

const EQUALS = /^\s{0,3}[=≈]/;

const IS_WORD = new RegExp(WORD_SIGN, 'u');

/** The text is searched from its end, so much at a time. */
const CHUNK = 1 << 15;
/** How far a statement may reach over the border of two parts. */
const OVERLAP = 512;
/** Letters, and words that letters may follow, looked at in all: a flood of them is no answer. */
const MAX_LETTERS = 4096;

function isSentenceEnd(text: string, at: number): boolean {
  return /^[\s*_)\]}"'$]*(?:$|[.,;!?\n])/.test(text.slice(at, at + 20));
}

/** Whether a letter, digit or underscore stands at a place; asked for every capital of a text. */
function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code > 127) return IS_WORD.test(text.charAt(at));
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95
  );
}

/** The last place at which a text names an option, part by part. */
class LetterSearch {
  readonly #letters: readonly string[];
  #left = MAX_LETTERS;
  #remark: LetterPlace | null = null;

  constructor(letters: readonly string[]) {
    this.#letters = letters;
  }

  get isOver(): boolean {
    return this.#left <= 0;
  }

  /** The last remark of the part that was searched last; it counts where nothing is stated. */
  get remark(): LetterPlace | null {
    return this.#remark;
  }

  isValid(letter: string): boolean {
    return this.#letters.includes(letter.toUpperCase());
  }

  last(part: string): LetterPlace | null {
    this.#remark = null;
    const places = [
      this.#lastOf(this.#statements(part, STATEMENT_WORD, STATEMENT), part, STATEMENT),
      this.#lastOf(
        this.#statements(part, WIDE_STATEMENT_WORD, WIDE_STATEMENT),
        part,
        WIDE_STATEMENT,
      ),
      VERDICT_WORD.test(part) ? this.#lastOf(part.matchAll(VERDICT), part, VERDICT) : null,
      CHOICE_WORD.test(part) ? this.#lastOf(part.matchAll(CHOICE), part, CHOICE) : null,
    ];
    return places.reduce((a, b) => (a === null || (b !== null && b.start > a.start) ? b : a));
  }

  *#statements(part: string, words: RegExp, statement: RegExp): Generator<RegExpExecArray, void> {
    for (const word of part.matchAll(words)) {
      statement.lastIndex = word.index;
      const match = statement.exec(part);
      if (match !== null) yield match;
      else if (this.#isSpent()) return;
    }
  }

  #isSpent(): boolean {
    this.#left -= 1;
    return this.#left < 0;
  }

  #lastOf(matches: Iterable<RegExpExecArray>, part: string, pattern: RegExp): LetterPlace | null {
    let found: LetterPlace | null = null;
    for (const match of matches) {
      if (this.#isSpent()) break;
      const letter = match.slice(1).find((group) => group !== undefined) ?? '';
      // A letter stands last in its pattern, but in a verdict first.
      const start =
        pattern === VERDICT ? match.index : match.index + match[0].length - letter.length;
      const place = { letter, start };
      if (!namesOption(part, place)) continue;
      // `the answer is x`, `T = 300 K`: a variable, where no option is called so.
      const isVariable = letter >= 'a' || EQUALS.test(part.slice(start + 1, start + 5));
      if (isVariable && !this.isValid(letter)) continue;
      const isChoice = pattern === CHOICE;
      // `we choose V as the volume`: no option, unless it ends what is said.
      if (pattern === CHOICE && !this.isValid(letter) && !isSentenceEnd(part, start + 1)) continue;
      if (pattern !== VERDICT && isRemark(part, { statement: match.index, place, isChoice })) {
        if (place.start > (this.#remark?.start ?? -1)) this.#remark = place;
      } else found = place;
    }
    return found;
  }

  /** The option that the only line of its kind starts with; more of them list the options. */
  onlyListed(text: string): LetterPlace | null {
    LISTED.lastIndex = 0;
    const [match, more] = [LISTED.exec(text), LISTED.exec(text)];
    if (match === null || more !== null) return null;
    const place = { letter: text.charAt(match.index), start: match.index };
    return this.isValid(place.letter) && namesOption(text, place) ? place : null;
  }

  /** The last capital that stands by itself and is an option. */
  lastCapital(text: string): LetterPlace | null {
    if (!LONE_CAPITAL.test(text)) return null;
    const isOption = new Uint8Array(128);
    for (const letter of this.#letters) isOption[letter.charCodeAt(0)] = 1;
    for (let start = text.length - 1; start >= 0 && !this.isOver; start -= 1) {
      const code = text.charCodeAt(start);
      if (isOption[code] !== 1) continue;
      if (isWordAt(text, start + 1) || isWordAt(text, start - 1)) continue;
      const place = { letter: text.charAt(start), start };
      this.#left -= 1;
      if (namesOption(text, place) && !isUnit(text, place)) return place;
    }
    return null;
  }
}

/** The letter of a first line that holds no more, with words on the last: `**B**`, and why. */
function openingLetter(text: string): string | null {
  const first = text.slice(0, 200).trimStart().split('\n')[0] ?? '';
  const last = text.slice(-200).trimEnd().split('\n').at(-1) ?? '';
  return LONE.test(last) ? null : (LONE.exec(first)?.[1] ?? null);
}

/** The letter of a box that holds one letter, in any font. */
function boxedLetter(text: string): string | null {
  const box = extractAnswer(text)?.slice(0, 200) ?? '';
  return LONE.exec(box.replaceAll(/\\[A-Za-z]+/g, ' '))?.[1] ?? null;
}

/**
 * The option that a text settles on: its last statement (`the answer is B`, `B is correct`, `no
 * wait, C`, `\boxed{B}`), else the only line that starts with an option, else the last remark on
 * one, else a first line that is a letter, else its last capital that stands by itself and is an
 * option.
 *
 * Letters inside words, articles, pronouns and options that are ruled out do not count. Takes time
 * in proportion to the text.
 */
export function statedLetter(text: string, letters: readonly string[]): Stated {
  const lone = LONE.exec(text.length > 200 ? '' : text)?.[1];
  // `K+` is an ion.
  if (lone !== undefined && namesOption(text, { letter: lone, start: text.indexOf(lone) }))
    return { letter: lone.toUpperCase(), hedged: false };
  const boxed = boxedLetter(text);
  const boxAt = Math.max(text.lastIndexOf('\\boxed'), text.lastIndexOf('\\fbox'));
  const search = new LetterSearch(letters);
  const asStated = (part: string, place: LetterPlace): Stated => ({
    letter: place.letter.toUpperCase(),
    hedged: isHedged(part, place, (letter) => search.isValid(letter)),
  });
  let remark: Stated = null;
  for (let end = text.length; end > 0 && !search.isOver; end -= CHUNK) {
    const from = Math.max(0, end - CHUNK - OVERLAP);
    const part = text.slice(from, end + OVERLAP);
    const place = search.last(part);
    if (boxed !== null && boxAt >= from + (place?.start ?? 0)) break;
    if (place !== null) return asStated(part, place);
    if (search.remark !== null) remark ??= asStated(part, search.remark);
  }
  if (boxed !== null) return { letter: boxed.toUpperCase(), hedged: false };
  const listed = search.onlyListed(text);
  if (listed === null && remark !== null) return remark;
  const opening = openingLetter(text);
  if (listed === null && opening !== null && opening < 'a' && search.isValid(opening)) {
    return { letter: opening, hedged: false };
  }
  const capital = listed ?? search.lastCapital(text);
  return capital === null ? null : asStated(text, capital);
}
