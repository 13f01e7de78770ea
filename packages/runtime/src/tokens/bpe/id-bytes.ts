import { constants } from 'node:buffer';
import { STRIDE, type TokenTable } from './token-bytes.ts';
import { TokenizerError } from './tokenizer-error.ts';

/** Beyond it the room is given back after use. */
const MOST_KEPT = 1 << 20;

/** The bytes of ids, one id after the other; ids outside the vocabulary have none. */
export class IdBytes {
  readonly #table: TokenTable;
  readonly #most: number;
  readonly #words: DataView;
  #room = Buffer.allocUnsafeSlow(1 << 13);
  #roomWords = viewOf(this.#room);

  /** @param most bytes that are read at once; V8 ends the process at a text that no string holds */
  constructor(table: TokenTable, most: number = constants.MAX_STRING_LENGTH) {
    this.#table = table;
    this.#most = most;
    this.#words = viewOf(table.bytes);
  }

  /** Hands the bytes to `use`, which may not keep them: the next call writes over them. */
  read<T>(ids: ArrayLike<number>, skipSpecialTokens: boolean, use: (bytes: Buffer) => T): T {
    try {
      const length = this.#write(ids, skipSpecialTokens);
      return use(this.#room.subarray(0, length));
    } finally {
      if (this.#room.length > MOST_KEPT) this.#resize(1 << 13, 0);
    }
  }

  /** Copies whole strides: what a token has in excess is written over by the one behind it. */
  #write(ids: ArrayLike<number>, skipSpecialTokens: boolean): number {
    const { starts, special } = this.#table;
    const words = this.#words;
    let into = this.#roomWords;
    let position = 0;
    for (let index = 0; index < ids.length; index += 1) {
      const id = ids[index] ?? -1;
      if (id < 0 || id >= special.length || (skipSpecialTokens && special[id] === 1)) continue;
      const end = starts[id + 1] ?? 0;
      let from = starts[id] ?? 0;
      const after = position + end - from;
      if (after + STRIDE > into.byteLength) {
        if (after > this.#most) {
          throw new TokenizerError(`${ids.length} ids are more text than a string holds`);
        }
        this.#resize(Math.min((after + STRIDE) * 2, this.#most + STRIDE), position);
        into = this.#roomWords;
      }
      for (; from < end; from += STRIDE) {
        into.setUint32(position, words.getUint32(from));
        into.setUint32(position + 4, words.getUint32(from + 4));
        position += STRIDE;
      }
      position = after;
    }
    return position;
  }

  #resize(size: number, kept: number): void {
    const room = Buffer.allocUnsafeSlow(size);
    this.#room.copy(room, 0, 0, kept);
    this.#room = room;
    this.#roomWords = viewOf(room);
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
