/**
 * GPT-2's printable stand-in of each byte, in which byte-level vocabularies are written: the byte
 * itself where it prints in Latin-1, else the next free character from U+0100.
 */
export const byteCharacters: readonly string[] = buildCharacters();

/** The byte of each such character, by its UTF-16 unit; -1 for any other. */
export const characterBytes: Int16Array = buildBytes();

function isPrintable(byte: number): boolean {
  return (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
}

function buildCharacters(): string[] {
  let next = 0x100;
  return Array.from({ length: 256 }, (_, byte) => {
    if (isPrintable(byte)) return String.fromCharCode(byte);
    next += 1;
    return String.fromCharCode(next - 1);
  });
}

function buildBytes(): Int16Array {
  const bytes = new Int16Array(512).fill(-1);
  for (const [byte, character] of byteCharacters.entries()) {
    bytes[character.charCodeAt(0)] = byte;
  }
  return bytes;
}

/** Whether a token is written in the byte alphabet. */
export function isInByteAlphabet(token: string): boolean {
  for (let index = 0; index < token.length; index += 1) {
    if ((characterBytes[token.charCodeAt(index)] ?? -1) < 0) return false;
  }
  return true;
}
