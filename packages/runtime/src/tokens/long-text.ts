/** Bytes of UTF-8 up to which encoding a text holds the event loop no longer than a slice. */
export const LONG_TEXT = 256 * 1024;

/** Marks on one character from which V8's normalization, which is quadratic in them, takes long. */
const MANY_MARKS = 4096;

/** Whether a text takes too long to be encoded on the event loop. */
export function isLongText(text: string): boolean {
  // No unit has more than three bytes, so most texts need no look at their characters.
  if (text.length * 3 > LONG_TEXT && Buffer.byteLength(text) > LONG_TEXT) return true;
  if (text.length < MANY_MARKS) return false;
  for (const [marks] of text.matchAll(/\p{M}+/gu)) if (marks.length >= MANY_MARKS) return true;
  return false;
}
