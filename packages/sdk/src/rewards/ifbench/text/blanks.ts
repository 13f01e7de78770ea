/** Blanks beyond Latin-1, but for the row of U+2000. */
const RARE = new Set([0x16_80, 0x20_28, 0x20_29, 0x20_2f, 0x20_5f, 0x30_00]);

function isBlankCode(code: number): boolean {
  if (code < 0x85) return code <= 32 && (code >= 28 || (code >= 9 && code <= 13));
  if (code === 0x85 || code === 0xa0) return true;
  return code >= 0x16_80 && ((code >= 0x20_00 && code <= 0x20_0a) || RARE.has(code));
}

/** Whether a character is blank to Python, which differs from `\s` in a few code points. */
export const isBlankAt = (text: string, at: number): boolean => isBlankCode(text.charCodeAt(at));

/** A text without the blanks at its start, Python's `lstrip()`. */
export function trimBlanksStart(text: string): string {
  let start = 0;
  while (start < text.length && isBlankAt(text, start)) start += 1;
  return text.slice(start);
}

/** A text without the blanks around it, Python's `strip()`. */
export function trimBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && isBlankAt(text, end - 1)) end -= 1;
  return trimBlanksStart(text.slice(0, end));
}

/** Whether there is nothing but blanks in a text. */
export const isBlank = (text: string): boolean => trimBlanksStart(text) === '';

/** What stands between blanks, Python's `split()`; no piece is empty. */
export function splitBlanks(text: string): string[] {
  const pieces: string[] = [];
  let start = -1;
  for (let at = 0; at < text.length; at += 1) {
    if (!isBlankAt(text, at)) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      pieces.push(text.slice(start, at));
      start = -1;
    }
  }
  if (start >= 0) pieces.push(text.slice(start));
  return pieces;
}
