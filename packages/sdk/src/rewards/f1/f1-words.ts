/** ASCII punctuation, Python's `string.punctuation`. */
const PUNCTUATION = /[!-/:-@[-`{-~]+/g;
/** What Python's `str.split()` splits at, which is not quite `\s`. */
// oxlint-disable-next-line eslint/no-control-regex
const BLANK = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;
const LETTER = /[\p{L}\p{N}]/u;

const OTHER = 1;
const BLANK_KIND = 2;
const LETTER_KIND = 3;
/** Kinds of characters, as they are met; asked for every character of a text. */
const kinds = new Uint8Array(0x1_00_00);

function kindOf(point: number): number {
  const known = kinds[point] ?? 0;
  if (known !== 0) return known;
  const character = String.fromCodePoint(point);
  const kind = LETTER.test(character) ? LETTER_KIND : BLANK.test(character) ? BLANK_KIND : OTHER;
  kinds[point] = kind;
  return kind;
}

/** The length of the article that begins at a place where a word does; 0 where none does. */
function articleAt(text: string, at: number): number {
  const article = ['a', 'an', 'the'].find(
    (one) =>
      text.startsWith(one, at) && kindOf(text.codePointAt(at + one.length) ?? 32) !== LETTER_KIND,
  );
  return article?.length ?? 0;
}

/**
 * The words that F1 counts: in small letters, without ASCII punctuation (`U.S.A.` is `usa`, `e-mail`
 * is `email`) and English articles. Other scripts, accents and typographic marks stay as they are.
 */
export function f1Words(text: string): string[] {
  const plain = text.toLowerCase().replaceAll(PUNCTUATION, '');
  const words: string[] = [];
  let from = 0;
  let before = BLANK_KIND;
  for (let at = 0; at < plain.length;) {
    const point = plain.codePointAt(at) ?? 0;
    const kind = kindOf(point);
    const article =
      before !== LETTER_KIND && (point === 97 || point === 116) ? articleAt(plain, at) : 0;
    const next = at + (article > 0 ? article : point > 0xff_ff ? 2 : 1);
    if (kind === BLANK_KIND || article > 0) {
      if (at > from) words.push(plain.slice(from, at));
      from = next;
    }
    before = article > 0 ? LETTER_KIND : kind;
    at = next;
  }
  if (plain.length > from) words.push(plain.slice(from));
  return words;
}
