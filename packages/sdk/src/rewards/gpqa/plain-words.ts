import { plainChemistry } from './plain-chemistry.ts';
import { plainLatex } from './plain-latex.ts';
import { NIBBLE, spelt } from './plain-letters.ts';
import { PlainScanner } from './plain-scanner.ts';
import { startOfLast } from './plain-signs.ts';

/** Signs that take a second look, looked at in all: of a flood the end is read. */
const MAX_LOOKS = 1 << 13;
/** How much of a text is read, from its end: an answer stands last. */
const MOST = 1 << 18;

/** `1.2e6`. */
const SCIENTIFIC = /(?<![\w.])(\d{1,20}(?:\.\d{1,20})?)[eE]([+-]?)(\d{1,3})(?![\w.]\w)/g;
/** `1 × 10^6`, of which the first factor says nothing. */
const ONE_TIMES =
  /(?<![\w.,^-])1(?:\.0{1,8})?\s?(?:[×·*x]|\\times|\\cdot)\s?(?=10\s?(?:\^|[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]))/g;
const plainPowers = (text: string): string =>
  text
    .replaceAll(
      SCIENTIFIC,
      (_, factor: string, sign: string, power: string) =>
        `${factor}×10^${sign === '-' ? sign : ''}${power.replace(/^0+(?=\d)/, '')}`,
    )
    .replaceAll(ONE_TIMES, '');

/** The end of a text, from a blank on: half a word is none. */
function endOf(text: string): string {
  const last = text.slice(-MOST);
  const end = plainPowers(text.length <= MOST ? last : last.slice(Math.max(0, last.search(/\s/))));
  return end.slice(startOfLast(MAX_LOOKS, end));
}

const MINUS_WORD =
  /(?:(?<=(?:[\d)\]}]|\b[A-Za-z])\$?\s)(minus)|\b(?:minus|negative))\s{1,3}(?=[$({]{0,2}\.?\d)/gi;

/** `minus 4` and `negative 4` are `-4`, and `5 minus 4` is `5 - 4`. */
const plainMinus = (text: string): string =>
  text.replaceAll(MINUS_WORD, (_, between?: string) => (between === undefined ? '-' : '- '));

const PERCENT_WORD = /(?<=\d\$?)\s{0,2}per\s?cent\b/gi;
const plainPercent = (text: string): string =>
  /per\s?cent/i.test(text) ? text.replaceAll(PERCENT_WORD, '%') : text;

/**
 * The words of a text in small letters, one blank before and after each, as codes.
 *
 * Signs, decimal points and operators belong to a word where they touch a number or stand between
 * operands, whatever the blanks: `3.0 × 10^{-8} m/s` is `3*10^-8 m/s`, and `4` is no word of `-4`,
 * `4.5` or `2 + 4`. Others part words: `Helium-4.` is `helium 4`. Of a flood the end is read. Where
 * case is kept, a capital has a mark before it.
 */
export function plainCodes(text: string, keepsCase = false): Uint8Array {
  const plain = plainChemistry(plainLatex(plainPercent(plainMinus(endOf(text)))));
  return new PlainScanner(plain, keepsCase).scan();
}

/** The words of a text, joined by blanks. */
export function plainWords(text: string): string {
  return wordsOf(plainCodes(text));
}

/** The same, where capitals count. */
export function casedWords(text: string): string {
  return wordsOf(plainCodes(text, true));
}

/** The codes of plain words, which are not read again: a sign may mean another thing by itself. */
export function codesOfWords(words: string): Uint8Array {
  const codes = Array.from({ length: words.length }, (_, at) => words.charCodeAt(at));
  const space = ' '.charCodeAt(0);
  return Uint8Array.from([
    space,
    ...codes.flatMap((code) => (code < NIBBLE ? [code] : spelt(code))),
    space,
  ]);
}

/** Codes as text, letters of other scripts in four parts joined again. */
function wordsOf(codes: Uint8Array): string {
  let words = '';
  for (let at = 0; at < codes.length; at += 1) {
    let code = codes[at] ?? 0;
    if (code >= NIBBLE) {
      code = 0;
      for (let part = 0; part < 4; part += 1)
        code = (code << 4) | ((codes[at + part] ?? 0) - NIBBLE);
      at += 3;
    }
    words += String.fromCharCode(code);
  }
  return words.trim();
}
