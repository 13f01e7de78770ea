const SPACE = 32;

/** Code of a small letter or digit of ASCII; a blank for anything else. */
function plainCode(code: number): number {
  const isDigit = code >= 48 && code <= 57;
  const isSmall = code >= 97 && code <= 122;
  return isDigit || isSmall ? code : SPACE;
}

/**
 * The words of a text in small letters, one blank before and after each, as codes: only ASCII
 * letters and digits count. Byte by byte, since a response may be a megabyte of short words.
 */
export function plainCodes(text: string): Uint8Array {
  const small = text.toLowerCase();
  const codes = new Uint8Array(small.length + 2);
  codes[0] = SPACE;
  let [length, last] = [1, SPACE];
  for (let at = 0; at < small.length; at += 1) {
    const code = plainCode(small.charCodeAt(at));
    if (code === SPACE && last === SPACE) continue;
    codes[length] = code;
    length += 1;
    last = code;
  }
  if (last !== SPACE) {
    codes[length] = SPACE;
    length += 1;
  }
  return codes.subarray(0, length);
}

/** The words of a text, joined by blanks: `3.0 x 10^8` is `3 0 x 10 8`. */
export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}
