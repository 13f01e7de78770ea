/**
 * The bytes of base64 as RFC 4648 writes it, padding included, also in lines; else what is wrong,
 * as the end of "the picture …". Node's own decoder skips what it does not know, and SGLang's
 * refuses it.
 */
export function decodeBase64(text: string): Buffer<ArrayBuffer> | string {
  const at = text.search(/[^A-Za-z0-9+/]/);
  if (at >= 0) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (character === '\n' || character === '\r') {
      return decodeBase64(text.replaceAll(/[\r\n]+/g, ''));
    }
    const isPadding = character === '=' && /^==?$/.test(text.slice(at, at + 3));
    if (!isPadding) {
      const hint = '-_'.includes(character) ? ': this is base64url, write + and / instead' : '';
      return `has ${JSON.stringify(character)} at character ${at + 1} of its base64${hint}`;
    }
  }
  if (text.length % 4 !== 0) {
    return `has ${text.length} characters of base64, no multiple of 4: it was cut, or lost its padding`;
  }
  return Buffer.from(text, 'base64');
}
