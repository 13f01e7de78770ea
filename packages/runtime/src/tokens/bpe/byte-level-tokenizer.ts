import type { MaybePromise } from 'slime-sdk';
import type { DecodeStream } from '../decode-stream.ts';
import { isLongText } from '../long-text.ts';
import type { EncodeOptions, TextOffsets, Tokenizer } from '../tokenizer.ts';
import { whenReady } from '../when-ready.ts';
import type { AddedToken } from './added-tokens.ts';
import { BpeEncoder } from './bpe-encoder.ts';
import { type BpeTables, bpeTables } from './bpe-tables.ts';
import { EncodeThread } from './encode-thread.ts';
import { IdBytes } from './id-bytes.ts';
import type { PostProcessing } from './post-processor.ts';
import type { TokenizerSpec } from './tokenizer-spec.ts';
import { trimOffsets } from './trim-offsets.ts';

/**
 * Byte-level BPE with the ids of the Rust crate `tokenizers`, at once; only text above 256 KB is
 * encoded in a thread.
 */
export class ByteLevelTokenizer implements Tokenizer {
  readonly size: number;
  readonly addedTokens: readonly AddedToken[];
  readonly #tables: BpeTables;
  readonly #post: PostProcessing;
  readonly #encoder: BpeEncoder;
  readonly #thread: EncodeThread;
  readonly #bytes: IdBytes;

  /** @throws TokenizerError for parts that do not belong together, or a pattern not understood */
  constructor(spec: TokenizerSpec) {
    this.#tables = bpeTables(spec);
    this.#post = spec.postProcessing;
    this.#encoder = new BpeEncoder(this.#tables);
    this.#thread = new EncodeThread(this.#tables);
    this.#bytes = new IdBytes(this.#tables.tokens);
    this.addedTokens = spec.addedTokens;
    this.size = this.#tables.tokens.special.length;
  }

  encode(text: string, options: EncodeOptions): MaybePromise<Int32Array> {
    const ids = isLongText(text)
      ? this.#thread.encode(text, options, false).then((encoded) => encoded.ids)
      : this.#encoder.encode(text, options);
    const { before, after } = this.#post;
    if (options.addSpecialTokens !== true || before.length + after.length === 0) return ids;
    return whenReady(ids, (inside) => Int32Array.of(...before, ...inside, ...after));
  }

  encodeWithOffsets(text: string, options: EncodeOptions): MaybePromise<TextOffsets> {
    const encoded = isLongText(text)
      ? this.#thread.encode(text, options, true)
      : this.#encoder.encodeWithOffsets(text, options);
    return whenReady(encoded, (whole) => this.#finish(whole, options));
  }

  decode(ids: ArrayLike<number>, skipSpecialTokens: boolean): string {
    return this.#bytes.read(ids, skipSpecialTokens, (bytes) => bytes.toString('utf8'));
  }

  decodeStream(skipSpecialTokens: boolean): DecodeStream {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    return {
      push: (ids) =>
        this.#bytes.read(ids, skipSpecialTokens, (bytes) =>
          decoder.decode(bytes, { stream: true }),
        ),
      end: () => decoder.decode(),
    };
  }

  #finish({ ids, offsets }: TextOffsets, options: EncodeOptions): TextOffsets {
    const { trims, before, after } = this.#post;
    for (const trim of trims) trimOffsets(trim, ids, offsets, this.#tables);
    if (options.addSpecialTokens !== true) return { ids, offsets };
    const whole = new Int32Array(before.length + ids.length + after.length);
    whole.set(before);
    whole.set(ids, before.length);
    whole.set(after, before.length + ids.length);
    const moved = new Uint32Array(whole.length * 2);
    moved.set(offsets, before.length * 2);
    return { ids: whole, offsets: moved };
  }
}
