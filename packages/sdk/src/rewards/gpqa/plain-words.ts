import { plainLatex } from './plain-latex.ts';
import { NIBBLE } from './plain-letters.ts';
import { PlainScanner } from './plain-scanner.ts';

/** How much of a text is read, from its end: an answer stands last. */
const MOST = 1 << 18;

/** The end of a text, from a blank on: half a word is none. */
function endOf(text: string): string {
  if (text.length <= MOST) return text;
  const end = text.slice(-MOST);
  return end.slice(Math.max(0, end.search(/\s/)));
}

/**
 * The words of a text in small letters, one blank before and after each, as codes.
 *
 * Signs, decimal points and operators belong to a word where they touch a number or stand between
 * operands, whatever the blanks: `3.0 × 10^{-8} m/s` is `3*10^-8 m/s`, and `4` is no word of `-4`,
 * `4.5` or `2 + 4`. Others part words: `Helium-4.` is `helium 4`. Of a flood the end is read.
 */
export function plainCodes(text: string): Uint8Array {
  return new PlainScanner(plainLatex(endOf(text))).scan();
}

/** The words of a text, joined by blanks. */
export function plainWords(text: string): string {
  return wordsOf(plainCodes(text));
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
