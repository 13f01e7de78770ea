const SPACE = 32;
/** Capitals of other scripts whose small letter is one of ASCII: the kelvin sign and the dotted I. */
const FOLDED: ReadonlyMap<number, number> = new Map([
  [0x21_2a, 107],
  [0x1_30, 105],
]);

/** Code of a letter, small, or of a digit; a blank for the rest of ASCII. */
const PLAIN = Uint8Array.from({ length: 128 }, (_, code) => {
  const isPlain = (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  if (isPlain) return code;
  return code >= 65 && code <= 90 ? code + 32 : SPACE;
});

/**
 * The words of a text in small letters, one blank before and after each, as codes: only ASCII
 * letters and digits count. Code by code, since a response may be a megabyte of short words.
 */
export function plainCodes(text: string): Uint8Array {
  const codes = new Uint8Array(text.length + 2);
  codes[0] = SPACE;
  let [length, last] = [1, SPACE];
  for (let at = 0; at < text.length; at += 1) {
    const written = text.charCodeAt(at);
    const code = (written < 128 ? PLAIN[written] : FOLDED.get(written)) ?? SPACE;
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
  return new TextDecoder().decode(plainCodes(text)).trim();
}
