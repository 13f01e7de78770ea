import type { MaybePromise } from 'slime-sdk';
import type { AddedToken } from './bpe/added-tokens.ts';
import type { DecodeStream } from './decode-stream.ts';

/** How to read text that is to be encoded. */
export interface EncodeOptions {
  /** Whether added tokens (`<|im_end|>`) in the text become their ids, or all stay plain text. */
  readonly specials: boolean;
  /**
   * With `specials`, whether special tokens stay plain text while added tokens that count as text
   * (`<think>` of Qwen3) become their ids, as with `encode_special_tokens` of the Rust crate.
   * Default false.
   */
  readonly encodeSpecialsAsText?: boolean;
  /** Whether the checkpoint's post-processor adds its tokens (a BOS). Default false. */
  readonly addSpecialTokens?: boolean;
  /** Positions, ascending, that no added token may span. */
  readonly cuts?: readonly number[];
  /** Ends the encoding of long text early; the promise is rejected with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Ids with the stretch of text that each stands for. */
export interface TextOffsets {
  readonly ids: Int32Array;
  /**
   * Start and end of each id in UTF-16 units of the text, one pair after the other. Ids that share
   * a character have its whole stretch each; ids that a post-processor added have 0 and 0.
   */
  readonly offsets: Uint32Array;
}

/**
 * Text to ids and back, with the ids of the Rust crate `tokenizers`.
 *
 * Results are promises where the official binding does the work, and for text above 256 KB, which
 * is encoded in a thread. Lone surrogates are read as U+FFFD.
 */
export interface Tokenizer {
  /** Highest id plus one. */
  readonly size: number;
  readonly addedTokens: readonly AddedToken[];
  /** An added token that the normalizer makes of other text, too; absent where there is none. */
  readonly forgedToken?: string | undefined;
  /** One whose surroundings the normalizer reads otherwise than a text by itself. */
  readonly blurredToken?: string | undefined;
  encode(text: string, options: EncodeOptions): MaybePromise<Int32Array>;
  encodeWithOffsets(text: string, options: EncodeOptions): MaybePromise<TextOffsets>;
  /** Decodes; incomplete UTF-8 gives U+FFFD, ids outside the vocabulary give nothing. */
  decode(ids: ArrayLike<number>, skipSpecialTokens: boolean): MaybePromise<string>;
  /** Decodes ids that come piece by piece. */
  decodeStream(skipSpecialTokens: boolean): DecodeStream;
}
