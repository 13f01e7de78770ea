/** Bytes of UTF-8 up to which encoding a text holds the event loop no longer than a slice. */
export const LONG_TEXT = 256 * 1024;

/** Whether a text is too long to be encoded on the event loop. */
export function isLongText(text: string): boolean {
  // No unit has more than three bytes, so most texts need no look at their characters.
  return text.length * 3 > LONG_TEXT && Buffer.byteLength(text) > LONG_TEXT;
}
