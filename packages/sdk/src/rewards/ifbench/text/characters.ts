const WORD = /[\p{L}\p{N}_]/u;
const WORDS = /[\p{L}\p{N}_]+/gu;

/** The first character of a text, whole; empty where there is none. */
export function firstCharacter(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/** How many characters a text has: code points, as Python counts them. */
export function characterCount(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0xdc_00 || code > 0xdf_ff) continue;
    const before = text.charCodeAt(at - 1);
    if (before >= 0xd8_00 && before <= 0xdb_ff) count -= 1;
  }
  return count;
}

/** Whether a character may be part of a word, Python's `\w`. */
export const isWordCharacter = (character: string): boolean => WORD.test(character);

/** The runs of letters, digits and underscores of a text, Python's `\w+`. */
export function* wordRuns(text: string): Generator<string> {
  for (const [run] of text.matchAll(WORDS)) yield run;
}

/** How many such runs there are. */
export function wordCount(text: string): number {
  let count = 0;
  WORDS.lastIndex = 0;
  while (WORDS.test(text)) count += 1;
  return count;
}
