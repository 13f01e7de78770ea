import type { BpeTables } from './bpe-tables.ts';
import type { IdBuffer } from './id-buffer.ts';
import { Merger } from './merge.ts';
import { MergeTable } from './merge-table.ts';
import { TokenIndex } from './token-index.ts';

/** Pieces that are remembered with their ids; when full, the memory starts anew. */
const CACHED_PIECES = 65_536;

/** Longer pieces are not remembered: they hardly come again. */
const CACHED_LENGTH = 64;

const utf8Encoder = new TextEncoder();

/** Turns pieces of text into ids: by the tokens they are, or by the merges of their bytes. */
export class PieceEncoder {
  readonly #byteIds: Int32Array;
  readonly #wholePieces: TokenIndex | undefined;
  readonly #merger: Merger;
  readonly #cache = new Map<string, number | readonly number[]>();
  #utf8 = new Uint8Array(4096);
  #pieceIds = new Int32Array(4096);

  constructor({ byteIds, wholePieces, tokens, merges }: BpeTables) {
    this.#byteIds = byteIds;
    this.#wholePieces = wholePieces && new TokenIndex(tokens, wholePieces);
    this.#merger = new Merger(new MergeTable(merges));
  }

  encode(piece: string, out: IdBuffer): void {
    const cached = this.#cache.get(piece);
    if (typeof cached === 'number') {
      out.push(cached);
      return;
    }
    if (cached !== undefined) {
      out.pushAll(cached);
      return;
    }
    const start = out.length;
    this.#merge(piece, out);
    if (piece.length > CACHED_LENGTH) return;
    if (this.#cache.size >= CACHED_PIECES) this.#cache.clear();
    const ids = out.from(start);
    this.#cache.set(ownCopy(piece), ids.length === 1 ? (ids[0] ?? 0) : [...ids]);
  }

  #merge(piece: string, out: IdBuffer): void {
    if (this.#utf8.length < piece.length * 3) {
      this.#utf8 = new Uint8Array(piece.length * 3);
      this.#pieceIds = new Int32Array(piece.length * 3);
    }
    const { written } = utf8Encoder.encodeInto(piece, this.#utf8);
    const whole = this.#wholePieces?.find(this.#utf8, written) ?? -1;
    if (whole >= 0) {
      out.push(whole);
      return;
    }
    for (let index = 0; index < written; index += 1) {
      this.#pieceIds[index] = this.#byteIds[this.#utf8[index] ?? 0] ?? 0;
    }
    this.#merger.merge(this.#pieceIds, written, out);
  }
}

/** A string that shares no memory with the text it was cut from, which would live on with it. */
function ownCopy(piece: string): string {
  return piece.length < 13 ? piece : Buffer.from(piece, 'utf16le').toString('utf16le');
}
