import type { TextOffsets } from '../tokenizer.ts';
import { IdBuffer } from './id-buffer.ts';
import { type Alignment, alignNfc } from './nfc-alignment.ts';
import type { PieceEncoder } from './piece-encoder.ts';
import type { PieceSink } from './text-splitter.ts';
import type { TokenTable } from './token-bytes.ts';

/** Collects ids with the stretch of the text that each stands for. */
export class OffsetSink implements PieceSink {
  readonly #pieces: PieceEncoder;
  readonly #tokens: TokenTable;
  readonly #ids = new IdBuffer();
  readonly #offsets = new IdBuffer();
  #start = 0;
  /** Undefined where normalisation changed nothing. */
  #alignment: Alignment | undefined;

  constructor(pieces: PieceEncoder, tokens: TokenTable) {
    this.#pieces = pieces;
    this.#tokens = tokens;
  }

  result(): TextOffsets {
    return { ids: this.#ids.from(0), offsets: Uint32Array.from(this.#offsets.from(0)) };
  }

  stretch(start: number, text: string, normalized: string): void {
    this.#start = start;
    this.#alignment = text === normalized ? undefined : alignNfc(text);
  }

  added(id: number, start: number, end: number): void {
    this.#ids.push(id);
    this.#push(start, end);
  }

  piece(piece: string, start: number): void {
    const first = this.#ids.length;
    this.#pieces.encode(piece, this.#ids);
    const { starts } = this.#tokens;
    const cursor = new ByteCursor(piece);
    let bytes = 0;
    for (let index = first; index < this.#ids.length; index += 1) {
      const id = this.#ids.at(index);
      cursor.moveTo(bytes + 1);
      const begin = cursor.from;
      bytes += (starts[id + 1] ?? 0) - (starts[id] ?? 0);
      cursor.moveTo(bytes);
      this.#push(start + begin, start + cursor.to);
    }
  }

  #push(start: number, end: number): void {
    const alignment = this.#alignment;
    this.#offsets.push(this.#start + (alignment?.starts[start] ?? start));
    this.#offsets.push(this.#start + (alignment?.ends[end - 1] ?? end));
  }
}

/** Finds the character that a byte of a text's UTF-8 belongs to, onwards only. */
class ByteCursor {
  readonly #text: string;
  /** Bytes up to the end of the character. */
  #bytes = 0;
  /** Units of the character. */
  from = 0;
  to = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** @param count the byte, counted from 1 */
  moveTo(count: number): void {
    while (this.#bytes < count && this.to < this.#text.length) {
      const code = this.#text.codePointAt(this.to) ?? 0;
      this.from = this.to;
      this.to += code > 0xffff ? 2 : 1;
      this.#bytes += code > 0xffff ? 4 : code > 0x7ff ? 3 : code > 0x7f ? 2 : 1;
    }
  }
}
