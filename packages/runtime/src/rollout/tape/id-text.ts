/** Bytes of a piece. A piece is never moved: what a tape holds in vain is less than one. */
const PIECE = 8192;
/** Digits of the longest id, and a comma. */
const LONGEST = 11;
const COMMA = 0x2c;
const ZERO = 0x30;

/**
 * Ids as JSON text, kept beside the ids so that a request does not print its whole prompt anew: a
 * turn costs its own ids only, whatever the length of the tape.
 */
export class IdText {
  readonly #full: Uint8Array[] = [];
  #last = Buffer.allocUnsafe(PIECE);
  #length = 0;

  /** The text so far, without brackets: `1,2,3`. Later appends leave the pieces as they are. */
  get pieces(): Uint8Array[] {
    return [...this.#full, this.#last.subarray(0, this.#length)];
  }

  append(ids: Int32Array): void {
    let bytes = this.#last;
    let at = this.#length;
    for (let index = 0; index < ids.length; index += 1) {
      if (at + LONGEST > PIECE) {
        this.#full.push(bytes.subarray(0, at));
        bytes = Buffer.allocUnsafe(PIECE);
        at = 0;
      }
      if (at > 0 || this.#full.length > 0) {
        bytes[at] = COMMA;
        at += 1;
      }
      at = printId(ids[index] ?? 0, bytes, at);
    }
    this.#last = bytes;
    this.#length = at;
  }
}

/** Writes an id of 0 or more; gives the place behind it. */
function printId(id: number, bytes: Buffer, start: number): number {
  let end = start + 1;
  for (let rest = id; rest >= 10; rest = (rest / 10) | 0) end += 1;
  let rest = id;
  for (let at = end - 1; at >= start; at -= 1) {
    const next = (rest / 10) | 0;
    bytes[at] = ZERO + rest - next * 10;
    rest = next;
  }
  return end;
}
