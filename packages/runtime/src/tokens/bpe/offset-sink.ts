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
    // The character that the next byte is of: its units, and the bytes before it and up to its end.
    let from = 0;
    let to = 0;
    let bytesTo = 0;
    const advance = () => {
      const code = piece.codePointAt(to) ?? 0;
      from = to;
      to += code > 0xffff ? 2 : 1;
      bytesTo += code > 0xffff ? 4 : code > 0x7ff ? 3 : code > 0x7f ? 2 : 1;
    };
    let bytes = 0;
    for (let index = first; index < this.#ids.length; index += 1) {
      const id = this.#ids.at(index);
      while (bytesTo <= bytes) advance();
      const begin = from;
      bytes += (starts[id + 1] ?? 0) - (starts[id] ?? 0);
      while (bytesTo < bytes) advance();
      this.#push(start + begin, start + to);
    }
  }

  #push(start: number, end: number): void {
    const alignment = this.#alignment;
    this.#offsets.push(this.#start + (alignment?.starts[start] ?? start));
    this.#offsets.push(this.#start + (alignment?.ends[end - 1] ?? end));
  }
}
