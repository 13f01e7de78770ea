import type { LetterPlace } from './letter-place.ts';
import { plainWords } from './plain-words.ts';

/** An option as the letters of a response are told from its text. */
export interface Option {
  letter: string;
  text: string;
  /** Its plain words; empty where they tell nothing. */
  words: string;
}

const EQUALS = /[\s$*]{0,3}[=≈]/y;
/** A capital in the text of an option that could name another. */
const CAPITAL = /(?<![\p{L}\p{N}])[A-Z](?![\p{L}\p{N}])/gu;
const WORD = /[\p{L}\p{N}]+/gu;
/** How many words on each side of a capital tell that it is the one of the text. */
const BESIDE = 3;
const BACK = 120;
/** Variables looked at in all. */
const MAX_VALUES = 256;
const VERDICT_WORD = /^(?:true|false|yes|no|right|wrong|correct|incorrect)$/;

/** A capital of an option's text, by what stands beside it there. */
interface Capital {
  letter: string;
  before: RegExp;
  after: RegExp;
}

const joined = (words: readonly string[]): string => words.join(String.raw`[^\p{L}\p{N}]{1,4}`);

function capitalsOf({ text }: Option): Capital[] {
  return Array.from(text.matchAll(CAPITAL), (match) => match.index)
    .map((start) => {
      const before = (text.slice(0, start).match(WORD) ?? []).slice(-BESIDE);
      const after = (text.slice(start + 1).match(WORD) ?? []).slice(0, BESIDE);
      return { letter: text.charAt(start), words: before.length + after.length, before, after };
    })
    .filter(({ words }) => words > 0)
    .map(({ letter, before, after }) => ({
      letter,
      before: new RegExp(
        before.length === 0 ? '' : `(?<![\\p{L}\\p{N}])${joined([...before, ''])}$`,
        'iu',
      ),
      after: new RegExp(
        after.length === 0 ? '' : `${joined(['', ...after])}(?![\\p{L}\\p{N}])`,
        'iuy',
      ),
    }));
}

/** Tells letters that are part of what an option says from those that name one. */
export class OptionTexts {
  readonly letters: readonly string[];
  readonly options: readonly Option[];
  readonly #capitals: readonly Capital[];
  #left = MAX_VALUES;

  constructor(letters: readonly string[], options: readonly Option[]) {
    this.letters = letters;
    this.options = options;
    this.#capitals = options.flatMap(capitalsOf);
  }

  /** Whether an option says `true` or `wrong`, so that such a word may be no verdict. */
  get hasVerdictWord(): boolean {
    return this.options.some(({ words }) => VERDICT_WORD.test(words));
  }

  isValid(letter: string): boolean {
    return this.letters.includes(letter.toUpperCase());
  }

  /** Whether a letter that names no option is what one says: the shell `L`, the variable `q`. */
  isText(letter: string): boolean {
    const small = letter.toLowerCase();
    return !this.isValid(letter) && this.options.some(({ words }) => words.toLowerCase() === small);
  }

  /** `vitamin D`, where it is an option, and `B = 3 T` where another option is `3 T`. */
  holds(text: string, place: LetterPlace): boolean {
    return (
      this.isText(place.letter) || this.#isInText(text, place) || this.#isVariable(text, place)
    );
  }

  #isInText(text: string, { letter, start }: LetterPlace): boolean {
    const capitals = this.#capitals.filter((capital) => capital.letter === letter);
    if (capitals.length === 0) return false;
    const front = text.slice(Math.max(0, start - BACK), start);
    const behind = text.slice(start + 1, start + 1 + BACK);
    return capitals.some(({ before, after }) => {
      after.lastIndex = 0;
      return before.test(front) && after.test(behind);
    });
  }

  #isVariable(text: string, { letter, start }: LetterPlace): boolean {
    EQUALS.lastIndex = start + 1;
    if (this.options.length === 0 || this.#left === 0 || !EQUALS.test(text)) return false;
    this.#left -= 1;
    const line = text.slice(start, start + BACK).split('\n')[0] ?? '';
    const said = ` ${plainWords(line)} `;
    const found = this.options.filter(({ words }) => words !== '' && said.includes(` ${words} `));
    return found.length > 0 && found.every((option) => option.letter !== letter.toUpperCase());
  }
}
