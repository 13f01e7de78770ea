import { type Enclosed, boxedLetter } from './enclosed-letter.ts';
import { falseStatement } from './false-statement.ts';
import { isDoubted } from './letter-doubt.ts';
import { isOfAnother } from './letter-mismatch.ts';
import { isHedged, type LetterPlace, namesOption } from './letter-place.ts';
import { LetterSearch } from './letter-search.ts';
import { lettersOfLine } from './letters-only.ts';
import { type LetterVerdict, letterVerdicts } from './letter-verdicts.ts';
import { lineLetter } from './line-letter.ts';
import type { OptionTexts } from './option-texts.ts';
import { remainingLetter } from './remaining-letter.ts';

/** The option that a response settles on. */
export type Stated = {
  letter: string;
  /** Whether two are named in one breath. */
  hedged: boolean;
  /** `named`: a capital by itself, which no word calls the answer. */
  evidence: 'stated' | 'judged' | 'named';
  /** Where it stands. */
  start: number;
} | null;

const LONE = /^[^\p{L}\p{N}]*([A-Za-z])[^\p{L}\p{N}]*$/u;
/** The text is searched from its end, so much at a time. */
const CHUNK = 1 << 15;
/** How far a statement may reach over the border of two parts. */
const OVERLAP = 512;
const SECOND_THOUGHT =
  /\b(?:wait|no|actually|but|however|instead|correction|hmm|rather|whereas)\b|但|其实|其實|不过|而是/i;

const CALLED = String.raw`(?:answer|choice|option)[*_]{0,2}(?:\s{1,3}is|\s{0,2}:)[\s:*_(]{1,8}`;
const CALLED_LETTER = String.raw`${CALLED}([A-Z])(?:[)*_.,;!\s]{1,8}|[).:*_]{1,4}\s[^\n]{1,100}\n\s{0,3})[*_]{0,2}(?:(?:and|also|the|my|correct|so)\s{1,3}){0,4}`;
/** `The answer is A. The answer is B. The answer is ` this letter. */
const CALLED_BEFORE = new RegExp(`${CALLED_LETTER}${CALLED_LETTER}${CALLED}$`, 'i');
/** `First choice: D. Second choice: ` this letter. */
const RANKED_BEFORE =
  /\bfirst\s{1,4}(?:choice|pick|guess|preference)\b[^\n]{0,100}\bsecond\s{1,4}(?:choice|pick|guess|preference)[*_]{0,2}(?:\s{1,3}is|\s{0,2}:)[\s*_(]{0,8}$/i;
/** How much is read before a statement. */
const BACK = 400;

type Settled = NonNullable<Stated>;

/** Reads which option a text settles on. */
class Reader {
  readonly #text: string;
  readonly #options: OptionTexts;
  readonly #search: LetterSearch;
  readonly #verdicts: readonly LetterVerdict[];
  #remark: Settled | null = null;

  constructor(text: string, options: OptionTexts) {
    this.#text = text;
    this.#options = options;
    this.#search = new LetterSearch(options);
    const from = Math.max(0, text.length - CHUNK);
    this.#verdicts = letterVerdicts(text.slice(from), options).map((one) => ({
      ...one,
      start: from + one.start,
    }));
  }

  read(): Stated {
    return this.#stated() ?? this.#judged() ?? this.#named();
  }

  #at(part: string, place: LetterPlace, from: number, evidence: Settled['evidence']): Settled {
    return {
      letter: place.letter.toUpperCase(),
      hedged:
        isHedged(part, place, (letter) => this.#options.isValid(letter)) ||
        isOfAnother(part, place, this.#options.options),
      evidence,
      start: from + place.start,
    };
  }

  /** The last statement, a box among them, unless one option is called correct behind it. */
  #stated(): Stated {
    const settled = this.#last();
    if (settled === null) return null;
    if (this.#isContradicted(settled)) return { ...settled, hedged: true };
    const behind = this.#verdicts.filter(({ start }) => start > settled.start);
    const [afterthought] = behind;
    if (behind.length !== 1 || afterthought === undefined) return settled;
    const { isSaid, isRight, letter } = afterthought;
    return isSaid && isRight && letter !== settled.letter
      ? this.#at(this.#text, afterthought, 0, 'stated')
      : settled;
  }

  /** Whether others are called the answer just before, without a second thought. */
  #isContradicted({ start, letter }: Settled): boolean {
    const before = this.#text.slice(Math.max(0, start - BACK), start);
    if (RANKED_BEFORE.test(before)) return true;
    const match = CALLED_BEFORE.exec(before);
    const others = (match?.slice(1) ?? []).map((other) => other.toUpperCase());
    return (
      match !== null &&
      new Set([...others, letter]).size === 3 &&
      others.every((other) => this.#options.isValid(other)) &&
      !SECOND_THOUGHT.test(match[0])
    );
  }

  #last(): Settled | null {
    const text = this.#text;
    const box = boxedLetter(text, this.#options);
    for (let end = text.length; end > 0 && !this.#search.isOver; end -= CHUNK) {
      const from = Math.max(0, end - CHUNK - OVERLAP);
      const part = text.slice(from, end + OVERLAP);
      const place = this.#search.last(part);
      if (box !== null && box.start >= from + (place?.start ?? 0)) break;
      if (place !== null) return this.#at(part, place, from, 'stated');
      const { remark } = this.#search;
      if (remark !== null) this.#remark ??= this.#at(part, remark, from, 'judged');
    }
    return box === null ? null : fromBox(box);
  }

  /** The only option that is called correct, where all are judged in turn. */
  #judged(): Stated {
    const right = this.#verdicts.filter(({ isRight }) => isRight);
    const [before, last] = [right.at(-2), right.at(-1)];
    if (last === undefined) return null;
    const stated = this.#at(this.#text, last, 0, 'judged');
    if (before === undefined) return stated;
    const between = this.#text.slice(before.start, last.start);
    return SECOND_THOUGHT.test(between) ? stated : { ...stated, hedged: true };
  }

  /** An option that is named, while no word calls it the answer. */
  #named(): Stated {
    const text = this.#text;
    const wrong = new Set(
      this.#verdicts.filter(({ isRight }) => !isRight).map(({ letter }) => letter),
    );
    const isOption = (letter: string): boolean =>
      this.#options.isValid(letter) && !wrong.has(letter);
    const listed = this.#search.onlyListed(text);
    if (listed !== null && isOption(listed.letter)) return this.#asNamed(listed);
    if (this.#remark !== null) return this.#remark;
    const line = lineLetter(text);
    if (line !== null && isOption(line.letter))
      return { ...line, hedged: false, evidence: 'judged' };
    const capital = this.#search.lastCapital(text, wrong);
    if (capital !== null) return this.#asNamed(capital);
    const rest = remainingLetter(text, this.#options) ?? falseStatement(text);
    return rest !== null && isOption(rest.letter)
      ? { ...rest, hedged: false, evidence: 'judged' }
      : null;
  }

  #asNamed(place: LetterPlace): Settled {
    const named = this.#at(this.#text, place, 0, 'named');
    const letters = lettersOfLine(this.#text, place.start);
    const others = letters.filter((one) => one !== named.letter && this.#options.isValid(one));
    return { ...named, hedged: named.hedged || others.length > 0 || isDoubted(this.#text, place) };
  }
}

const fromBox = ({ letter, isHedged: hedged, start }: Enclosed): Settled => ({
  letter,
  hedged,
  evidence: 'stated',
  start,
});

/**
 * The option that a text settles on, by the strongest that it says: its last statement (`the answer
 * is B`, `so C.`, `\boxed{B}`), else the only option that is judged to be correct, else the only
 * line that starts with an option, else the last remark on one (`it would be B if …`), else the only
 * line that is a letter or gives reasons for one, else its last capital that stands by itself.
 *
 * Letters inside words, articles, pronouns, options that are ruled out and letters of the options'
 * own texts do not count. Takes time in proportion to the text.
 */
export function statedLetter(text: string, options: OptionTexts): Stated {
  const lone = LONE.exec(text.length > 200 ? '' : text)?.[1];
  // `K+` is an ion.
  const isNamed =
    lone !== undefined &&
    !options.isText(lone) &&
    namesOption(text, { letter: lone, start: text.indexOf(lone) });
  if (isNamed) {
    return { letter: lone.toUpperCase(), hedged: false, evidence: 'stated', start: 0 };
  }
  return new Reader(text, options).read();
}
