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

/** The digits of 0 to 999, three bytes each. */
const THREES = Uint8Array.from({ length: 3000 }, (_, at) => {
  const digits = String(Math.floor(at / 3)).padStart(3, '0');
  return digits.charCodeAt(at % 3);
});

/** Writes an id of 0 or more; gives the place behind it. */
function printId(id: number, bytes: Buffer, start: number): number {
  let at = start;
  let rest = id;
  if (id >= 1000) {
    const thousands = (id / 1000) | 0;
    at = printId(thousands, bytes, start);
    rest = id - thousands * 1000;
  }
  const from = rest * 3;
  if (id >= 100) bytes[at++] = THREES[from] ?? ZERO;
  if (id >= 10) bytes[at++] = THREES[from + 1] ?? ZERO;
  bytes[at++] = THREES[from + 2] ?? ZERO;
  return at;
}
