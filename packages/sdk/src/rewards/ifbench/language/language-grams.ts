import { languageLetter } from './language-letters.ts';

/** What is looked through for addresses, and how many characters are read after that. */
const [MAX_SEARCHED, MAX_READ] = [1 << 17, 10_000];
const URL = /https?:\/\/[-_.?&~;+=/#0-9A-Za-z]{1,2076}/g;
const MAIL = /[-_.0-9A-Za-z]{1,64}@[-_0-9A-Za-z]{1,255}[-_.0-9A-Za-z]{1,255}/g;
const VIETNAMESE = /[AEIOUYaeiouyÂÊÔâêôĂăƠơƯư][\u0300\u0301\u0303\u0309\u0323]/g;
const LONGEST = 3;
const CAPITAL = /\p{Uppercase}/u;

/** The characters of a text that tell of its language: no addresses, no runs of spaces. */
function readable(text: string): string[] {
  const plain = text
    .slice(0, MAX_SEARCHED)
    .replaceAll(URL, ' ')
    .replaceAll(MAIL, ' ')
    .replaceAll(VIETNAMESE, (pair) => pair.normalize('NFC'));
  const characters = Array.from(plain.slice(0, MAX_READ * 2)).slice(0, MAX_READ);
  return characters.filter((character, at) => character !== ' ' || characters[at - 1] !== ' ');
}

const isLatin = (character: string): boolean => character >= 'A' && character <= 'z';

const isOther = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return code >= 0x3_00 && (code < 0x1e_00 || code > 0x1e_ff);
};

/** Of a text in another script the Latin letters are left out. */
function inMainScript(characters: string[]): string[] {
  const latin = characters.filter(isLatin).length;
  const other = characters.filter(isOther).length;
  return latin * 2 < other ? characters.filter((one) => !isLatin(one)) : characters;
}

/**
 * The n-grams of one to three characters by which langdetect knows a language, with the space before
 * and after a word. Words in capitals give none after their first letter.
 */
export function languageGrams(text: string): string[] {
  const found: string[] = [];
  let grams = [' '];
  let isShouted = false;
  for (const character of inMainScript(readable(text))) {
    const letter = languageLetter(character);
    const last = grams.at(-1) ?? ' ';
    if (last === ' ') {
      grams = [' '];
      isShouted = false;
    } else if (grams.length >= LONGEST) grams.shift();
    if (last !== ' ' || letter !== ' ') {
      grams.push(letter);
      isShouted = CAPITAL.test(letter) && (isShouted || CAPITAL.test(last));
    }
    if (isShouted) continue;
    for (let length = 1; length <= grams.length; length += 1) {
      const gram = grams.slice(-length).join('');
      if (gram !== ' ') found.push(gram);
    }
  }
  return found;
}
