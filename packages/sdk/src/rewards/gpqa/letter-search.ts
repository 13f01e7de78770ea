import { isUnit, type LetterPlace, namesOption, WORD_SIGN } from './letter-place.ts';
import { isAside, isAsked, isRemark } from './letter-remark.ts';
import type { OptionTexts } from './option-texts.ts';
import {
  ASKED_FOR,
  CHOICE,
  CHOICE_WORD,
  CONCLUSION,
  CONCLUSION_WORD,
  UNMEANT_BEFORE,
  OTHER,
  RETRACTION,
  RETRACTION_WORD,
  STATEMENT,
  STATEMENT_WORD,
  VERDICT,
  VERDICT_WORD,
  WIDE_STATEMENT,
  WIDE_STATEMENT_WORD,
} from './statement-patterns.ts';

/**
 * `(B) Vitamin C`: a line that starts with an option. Its capital is looked for first, since a text
 * may be all line ends.
 */
const LISTED = /[A-Z](?=[).:])(?<=^[ \t*_#>-]{0,20}\(?[A-Z])[).:]{1,2}[*_]{0,3}[ \t]+\S/gm;
/** Lines that list options, looked at in all. */
const MAX_LISTED = 64;
/** What a text without a capital by itself does not hold, whatever is beside it. */
const LONE_CAPITAL = /\b[A-Z]\b/;
const EQUALS = /^[\s$*]{0,3}[=≈]/;
/** `so A, C and D fail`. */
const ANOTHER = /^[)*_"'$]{0,4},\s{0,4}[(*_]{0,4}[A-Z](?![A-Za-z])/;
const IS_WORD = new RegExp(WORD_SIGN, 'u');
/** Letters, and words that letters may follow, looked at in all: a flood of them is no answer. */
const MAX_LETTERS = 4096;

/** Whether a sentence ends at a place: not at the point of `E. coli`. */
const isSentenceEnd = (text: string, at: number): boolean =>
  /^[\s*_)\]}"'$]*(?:$|[,;!?\n]|\.(?!\s[a-z]))/.test(text.slice(at, at + 20));

/** Whether a letter begins a line as the label of an option. */
const isLabel = (text: string, start: number): boolean =>
  /^[).:]{1,2}[*_]{0,3}\s/.test(text.slice(start + 1, start + 8)) &&
  /(?:^|\n)[ \t*_#>-]{0,20}\(?$/.test(text.slice(Math.max(0, start - 24), start));

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
export class LetterSearch {
  readonly #options: OptionTexts;
  #left = MAX_LETTERS;
  #remark: LetterPlace | null = null;
  /** Whether lines list the options, so that the letters that they begin with say nothing. */
  #hasList = false;

  constructor(options: OptionTexts) {
    this.#options = options;
  }

  get isOver(): boolean {
    return this.#left <= 0;
  }

  /** The last remark of the part that was searched last; it counts where nothing is stated. */
  get remark(): LetterPlace | null {
    return this.#remark;
  }

  /** The last statement of a part. */
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
      LONE_CAPITAL.test(part) && RETRACTION_WORD.test(part)
        ? this.#lastOf(part.matchAll(RETRACTION), part, RETRACTION)
        : null,
      CONCLUSION_WORD.test(part) ? this.#lastOf(part.matchAll(CONCLUSION), part, CONCLUSION) : null,
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
      if (!this.#isOption(part, place) || isAsked(part, place)) continue;
      // `the answer is x`, `T = 300 K`: a variable, where no option is called so.
      const isVariable = letter >= 'a' || EQUALS.test(part.slice(start + 1, start + 6));
      const isValid = this.#options.isValid(letter);
      if (isVariable && !isValid) continue;
      // `we choose V as the volume`: no option, unless it ends what is said.
      const isOpen =
        (pattern === CHOICE && !isValid) || pattern === CONCLUSION || pattern === RETRACTION;
      if (isOpen && !this.#isSettled(part, place, isValid)) continue;
      if (this.#isRemark(part, match.index, place, pattern)) {
        if (place.start > (this.#remark?.start ?? -1)) this.#remark = place;
      } else found = place;
    }
    return found;
  }

  /** `so C.` and `so C it is`. */
  #isSettled(part: string, { start }: LetterPlace, isValid: boolean): boolean {
    if (isSentenceEnd(part, start + 1)) return !ANOTHER.test(part.slice(start + 1, start + 20));
    return isValid && /^[)*_]{0,4}\sit\sis\b/.test(part.slice(start + 1, start + 14));
  }

  #isRemark(part: string, statement: number, place: LetterPlace, pattern: RegExp): boolean {
    if (pattern === VERDICT) return false;
    const from = Math.max(0, statement - 20);
    if (
      pattern === STATEMENT &&
      !ASKED_FOR.test(part.slice(Math.max(0, statement - 40), statement)) &&
      (OTHER.test(part.slice(from, statement + 12)) ||
        UNMEANT_BEFORE.test(part.slice(from, statement)))
    )
      return true;
    return isRemark(part, { statement, place, isChoice: pattern === CHOICE });
  }

  /**
   * The option that the only line of its kind starts with, or the only one that comes again behind
   * a list of the options.
   */
  onlyListed(text: string): LetterPlace | null {
    const places: LetterPlace[] = [];
    for (const { index } of text.matchAll(LISTED)) {
      places.push({ letter: text.charAt(index), start: index });
      if (places.length > MAX_LISTED) break;
    }
    const last = places.at(-1);
    const letters = new Set(places.map(({ letter }) => letter));
    this.#hasList = letters.size > 1;
    if (last === undefined || places.length > MAX_LISTED) return null;
    const isAgain =
      letters.size === places.length - 1 &&
      places.filter(({ letter }) => letter === last.letter).length === 2;
    if (places.length > 1 && !isAgain) return null;
    return this.#options.isValid(last.letter) && this.#isOption(text, last) ? last : null;
  }

  #isOption(text: string, place: LetterPlace): boolean {
    return namesOption(text, place) && !this.#options.holds(text, place);
  }

  /** The last capital that stands by itself and is an option, and none that is said to be wrong. */
  lastCapital(text: string, wrong: ReadonlySet<string>): LetterPlace | null {
    if (!LONE_CAPITAL.test(text)) return null;
    const isOption = new Uint8Array(128);
    for (const letter of this.#options.letters) {
      if (!wrong.has(letter)) isOption[letter.charCodeAt(0)] = 1;
    }
    for (let start = text.length - 1; start >= 0 && !this.isOver; start -= 1) {
      const code = text.charCodeAt(start);
      if (isOption[code] !== 1) continue;
      if (isWordAt(text, start + 1) || isWordAt(text, start - 1)) continue;
      const place = { letter: text.charAt(start), start };
      this.#left -= 1;
      if (EQUALS.test(text.slice(start + 1, start + 6)) || isUnit(text, place)) continue;
      if (isAside(text, place) || (this.#hasList && isLabel(text, start))) continue;
      if (this.#isOption(text, place)) return place;
    }
    return null;
  }
}
