/** ASCII punctuation, Python's `string.punctuation`. */
const PUNCTUATION = /[!-/:-@[-`{-~]+/g;
const ARTICLE = /(?<![\p{L}\p{N}])(?:an?|the)(?![\p{L}\p{N}])/gu;
/** What Python's `str.split()` splits at, which is not quite `\s`. */
// oxlint-disable-next-line eslint/no-control-regex
const BLANKS = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

/**
 * The words that F1 counts: in small letters, without ASCII punctuation (`U.S.A.` is `usa`, `e-mail`
 * is `email`) and English articles. Other scripts, accents and typographic marks stay as they are.
 */
export function f1Words(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll(PUNCTUATION, '')
    .replaceAll(ARTICLE, ' ')
    .split(BLANKS)
    .filter((word) => word !== '');
}
