import { formatCount } from './format-quantity.ts';

/** How much of a text is kept. */
export interface ShortenOptions {
  /** Characters (UTF-16 code units); half of them are of the start, half of the end. */
  characters: number;
  /** Lines, likewise. */
  lines: number;
}

/**
 * Leaves out the middle of a long text and says how many characters are gone. No surrogate pair is
 * cut in two, and nothing is left out where the words about it would be longer.
 */
export function shortenMiddle(text: string, { characters, lines }: ShortenOptions): string {
  const head = prefixWithin(text, Math.ceil(characters / 2), Math.ceil(lines / 2));
  const tail = suffixWithin(text, Math.floor(characters / 2), Math.floor(lines / 2));
  const start = isInsidePair(text, head) ? head - 1 : head;
  const end = isInsidePair(text, tail) ? tail + 1 : tail;
  const words = `…[${formatCount(end - start)} characters left out]…`;
  if (end - start <= words.length) return text;
  return text.slice(0, start) + words + text.slice(end);
}

/** End of the longest prefix of so many characters and line feeds. */
function prefixWithin(text: string, characters: number, feeds: number): number {
  let at = -1;
  for (let count = 0; count < feeds; count += 1) {
    at = text.indexOf('\n', at + 1);
    if (at === -1) return Math.min(text.length, characters);
  }
  return Math.min(at === -1 ? 0 : at, characters);
}

/** Start of the longest suffix of so many characters and line feeds. */
function suffixWithin(text: string, characters: number, feeds: number): number {
  const least = Math.max(0, text.length - characters);
  let at = text.length;
  for (let count = 0; count < feeds; count += 1) {
    at = at === 0 ? -1 : text.lastIndexOf('\n', at - 1);
    if (at === -1) return least;
  }
  return Math.max(at === text.length ? at : at + 1, least);
}

function isInsidePair(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}
