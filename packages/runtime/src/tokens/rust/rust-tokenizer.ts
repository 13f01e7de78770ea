import { setImmediate } from 'node:timers/promises';
import { EncoderError } from 'slime-sdk';
import type { Encoding, Tokenizer as Binding } from 'tokenizers';
import { z } from 'zod';
import type { AddedToken } from '../bpe/added-tokens.ts';
import type { DecodeStream } from '../decode-stream.ts';
import { isLongText } from '../long-text.ts';
import type { EncodeOptions, TextOffsets, Tokenizer } from '../tokenizer.ts';
import { AbortableQueue } from './abortable-queue.ts';
import { brokenMerge } from './broken-merge.ts';
import { byteTokens } from './byte-tokens.ts';
import { blurredToken, forgedToken } from './forged-token.ts';
import { HiddenTokens } from './hidden-tokens.ts';
import { type MarkedText, originalOffsets } from './marked-text.ts';
import { RustDecodeStream } from './rust-decode-stream.ts';
import { type RustTokenizerJson, rustTokenizerSchema } from './rust-tokenizer-json.ts';

type Factory = (json: string) => Binding;

/** A text as one of the two bindings takes it, and what its ids mean. */
interface Prepared {
  readonly binding: Binding;
  readonly marked: MarkedText;
  readonly idOf: (id: number) => number;
}

/**
 * The official binding of the Rust crate, for tokenizers that this package does not implement:
 * WordPiece, Unigram, `byte_fallback` and others. All that it does is asynchronous.
 *
 * The binding reads added tokens in every text. Where they must stay text, a second tokenizer
 * takes it, in which they have other names.
 */
export class RustTokenizer implements Tokenizer {
  readonly size: number;
  readonly addedTokens: readonly AddedToken[];
  readonly forgedToken: string | undefined;
  readonly blurredToken: string | undefined;
  readonly #binding: Binding;
  readonly #hidden: HiddenTokens;
  readonly #bytes: ReadonlyMap<number, number>;
  /** Long texts one after the other: the threads of the binding are also those of files. */
  readonly #longTexts = new AbortableQueue();

  private constructor(json: RustTokenizerJson, create: Factory) {
    // What transformers does: a text is neither cut nor filled up.
    const whole = { ...json, truncation: null, padding: null };
    this.#binding = create(JSON.stringify(whole));
    this.addedTokens = json.added_tokens.flatMap(({ content, special, normalized }) => {
      const id = this.#binding.tokenToId(content);
      return id === null ? [] : [{ id, content, special, normalized }];
    });
    this.forgedToken = forgedToken(this.#binding, this.addedTokens);
    this.blurredToken = blurredToken(this.#binding, this.addedTokens);
    this.#hidden = new HiddenTokens(whole, this.addedTokens, create);
    this.#bytes = byteTokens(json, this.addedTokens);
    const { vocab } = json.model;
    let size = Array.isArray(vocab) ? vocab.length : 0;
    if (!Array.isArray(vocab)) for (const id of Object.values(vocab)) size = Math.max(size, id + 1);
    this.size = this.addedTokens.reduce((most, { id }) => Math.max(most, id + 1), size);
  }

  /**
   * Loads the binding and a parsed `tokenizer.json`.
   *
   * @param why names the file and what of it needs the binding, for messages
   * @throws EncoderError that names the package to install, or what is wrong with the file
   */
  static async load(json: unknown, why: string): Promise<RustTokenizer> {
    const create = await loadBinding(why);
    const parsed = rustTokenizerSchema.safeParse(json);
    if (!parsed.success) throw new EncoderError(`${why}; ${z.prettifyError(parsed.error)}`);
    const merge = brokenMerge(parsed.data);
    if (merge !== undefined) {
      throw new EncoderError(
        `${why}; the merge ${JSON.stringify(merge)} has no continuing_subword_prefix ` +
          `(${JSON.stringify(parsed.data.model.continuing_subword_prefix)}) on its right side. ` +
          "Download the checkpoint's file again, or mend it",
      );
    }
    try {
      return new RustTokenizer(parsed.data, create);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new EncoderError(
        `${why}; the package tokenizers cannot read it either: ${reason}. Download the ` +
          "checkpoint's file again, or mend it",
        { cause: error },
      );
    }
  }

  async encode(text: string, options: EncodeOptions): Promise<Int32Array> {
    const prepared = this.#prepare(text, options);
    const encoding = await this.#encode(prepared, options);
    return Int32Array.from(encoding.getIds(), prepared.idOf);
  }

  async encodeWithOffsets(text: string, options: EncodeOptions): Promise<TextOffsets> {
    const prepared = this.#prepare(text, options);
    const encoding = await this.#encode(prepared, options);
    const ids = Int32Array.from(encoding.getIds(), prepared.idOf);
    const offsets = await offsetsOf(encoding);
    return { ids, offsets: originalOffsets(prepared.marked, offsets) };
  }

  decode(ids: ArrayLike<number>, skipSpecialTokens: boolean): Promise<string> {
    const known = Array.from(ids).filter((id) => id >= 0 && id < this.size);
    return this.#binding.decode(known, skipSpecialTokens);
  }

  decodeStream(skipSpecialTokens: boolean): DecodeStream {
    const skipped = new Set(
      skipSpecialTokens ? this.addedTokens.flatMap(({ id, special }) => (special ? [id] : [])) : [],
    );
    return new RustDecodeStream({
      decode: (ids) => this.decode(ids, skipSpecialTokens),
      byteOf: (id) => this.#bytes.get(id),
      isSkipped: (id) => id < 0 || id >= this.size || skipped.has(id),
    });
  }

  #prepare(text: string, options: EncodeOptions): Prepared {
    // Lone surrogates have no UTF-8; so too does the binding, but offsets count from this text.
    const wellFormed = text.replace(/\p{Surrogate}/gu, '\ufffd');
    const { specials, encodeSpecialsAsText = false, cuts = [] } = options;
    if (specials && !encodeSpecialsAsText && cuts.length === 0) {
      const marked = { text: wellFormed, original: wellFormed, marks: [] };
      return { binding: this.#binding, marked, idOf: (id) => id };
    }
    return {
      binding: this.#hidden.binding,
      marked: this.#hidden.mark(wellFormed, options),
      idOf: (id) => this.#hidden.idOf(id),
    };
  }

  #encode({ binding, marked }: Prepared, { addSpecialTokens = false, signal }: EncodeOptions) {
    const encode = () => binding.encode(marked.text, null, { addSpecialTokens });
    if (!isLongText(marked.text)) return encode();
    return this.#longTexts.run(encode, signal);
  }
}

/** Tokens whose offsets are taken over in one turn of the event loop. */
const SLICE = 4096;

/** Start and end of each token in code points. */
async function offsetsOf(encoding: Encoding): Promise<Uint32Array> {
  const length = encoding.getLength();
  const offsets = new Uint32Array(length * 2);
  for (let index = 0; index < length; index += 1) {
    if (index % SLICE === SLICE - 1) await setImmediate();
    // Tokens that a post-processor adds have none.
    const [start, end] = encoding.tokenToChars(index) ?? [0, 0];
    offsets[index * 2] = start;
    offsets[index * 2 + 1] = end;
  }
  return offsets;
}

async function loadBinding(why: string): Promise<Factory> {
  try {
    const { Tokenizer: binding } = await import('tokenizers');
    return (json) => binding.fromString(json);
  } catch (error) {
    throw new EncoderError(
      `${why}; the package tokenizers reads it, and cannot be loaded: npm install tokenizers`,
      { cause: error },
    );
  }
}
