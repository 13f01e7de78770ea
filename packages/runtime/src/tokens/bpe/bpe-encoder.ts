import type { TextOffsets } from '../tokenizer.ts';
import type { BpeTables } from './bpe-tables.ts';
import { IdBuffer } from './id-buffer.ts';
import { OffsetSink } from './offset-sink.ts';
import { PieceEncoder } from './piece-encoder.ts';
import { type PieceSink, type SplitOptions, TextSplitter } from './text-splitter.ts';

/** Text to ids, synchronously, on whichever thread the tables are. */
export class BpeEncoder {
  readonly #tables: BpeTables;
  readonly #splitter: TextSplitter;
  readonly #pieces: PieceEncoder;
  readonly #out = new IdBuffer();
  readonly #idSink: PieceSink;

  /** @throws TokenizerError for a split pattern whose meaning could differ */
  constructor(tables: BpeTables) {
    const out = this.#out;
    const pieces = new PieceEncoder(tables);
    this.#tables = tables;
    this.#splitter = new TextSplitter(tables);
    this.#pieces = pieces;
    this.#idSink = {
      stretch: () => {},
      added: (id) => out.push(id),
      piece: (piece) => pieces.encode(piece, out),
    };
  }

  encode(text: string, options: SplitOptions): Int32Array {
    this.#out.clear();
    this.#splitter.split(text, options, this.#idSink);
    return this.#out.from(0);
  }

  encodeWithOffsets(text: string, options: SplitOptions): TextOffsets {
    const sink = new OffsetSink(this.#pieces, this.#tables.tokens);
    this.#splitter.split(text, options, sink);
    return sink.result();
  }
}
