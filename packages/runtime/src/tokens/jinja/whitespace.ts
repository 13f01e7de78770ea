import { chargeCharacters } from './budget.ts';

/** What Python's `str.isspace` and `\s` call whitespace, as the inside of a character class. */
export const SPACE_CLASS =
  '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

const SPACES = new RegExp(`[${SPACE_CLASS}]`);

/** Python's `str.strip`, `lstrip` and `rstrip`: whitespace, or any of the given characters. */
export function strip(text: string, characters: string | null, left: boolean, right: boolean) {
  const set = characters === null ? undefined : new Set(characters);
  const drops = (character: string) =>
    set === undefined ? SPACES.test(character) : set.has(character);
  let start = 0;
  let end = text.length;
  if (left) {
    while (start < end) {
      const character = String.fromCodePoint(text.codePointAt(start) ?? 0);
      if (!drops(character)) break;
      start += character.length;
    }
  }
  if (right) {
    while (end > start) {
      const character = lastCharacter(text, end);
      if (!drops(character)) break;
      end -= character.length;
    }
  }
  chargeCharacters((start + text.length - end) * 4);
  return text.slice(start, end);
}

function lastCharacter(text: string, end: number): string {
  const low = text.charCodeAt(end - 1);
  if (low >= 0xdc00 && low < 0xe000 && end > 1) {
    const pair = text.slice(end - 2, end);
    if (pair.codePointAt(0) !== pair.charCodeAt(0)) return pair;
  }
  return text.slice(end - 1, end);
}
