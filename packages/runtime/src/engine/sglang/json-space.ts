/** The first place from `from` on that holds no blank of JSON. */
export function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  let byte = bytes[at];
  while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
    at += 1;
    byte = bytes[at];
  }
  return at;
}
