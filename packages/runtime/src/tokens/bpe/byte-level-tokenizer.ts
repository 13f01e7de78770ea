import { type AddedToken, AddedTokenMatcher } from './added-tokens.ts';
import { byteCharacters, characterBytes } from './byte-alphabet.ts';
import { IdBuffer } from './id-buffer.ts';
import { Merger } from './merge.ts';
import { MergeTable } from './merge-table.ts';
import { TokenBytes } from './token-bytes.ts';
import { TokenizerError } from './tokenizer-error.ts';
import type { SplitRule, TokenizerSpec } from './tokenizer-spec.ts';
import { nativeAgrees, normalizeNfc } from './unicode.ts';

/** Pieces that are remembered with their ids; when full, the memory starts anew. */
const CACHED_PIECES = 65_536;

/** Longer pieces are not remembered: they hardly come again. */
const CACHED_LENGTH = 64;

/** How to read text that is to be encoded. */
export interface EncodeOptions {
  /** Whether added tokens (`<|im_end|>`) in the text become their ids, or stay plain text. */
  readonly specials: boolean;
  /** Positions, ascending, that no added token may span. */
  readonly cuts?: readonly number[];
}

/**
 * Byte-level BPE with the ids of the Rust crate `tokenizers`: synchronous, nothing added at either
 * end.
 */
export class ByteLevelTokenizer {
  /** Highest id plus one. */
  readonly size: number;
  readonly addedTokens: readonly AddedToken[];
  readonly #nfc: boolean;
  readonly #splits: readonly SplitRule[];
  readonly #matchers: readonly [AddedTokenMatcher | undefined, AddedTokenMatcher | undefined];
  readonly #byteIds: Int32Array;
  readonly #wholePieces: ReadonlyMap<string, number> | undefined;
  readonly #merger: Merger;
  readonly #bytes: TokenBytes;
  readonly #cache = new Map<string, number | readonly number[]>();
  readonly #out = new IdBuffer();
  #utf8 = new Uint8Array(4096);
  #pieceIds = new Int32Array(4096);

  /** @throws TokenizerError when vocabulary and merges do not belong together */
  constructor(spec: TokenizerSpec) {
    const vocab = new Map(Object.entries(spec.vocab));
    this.addedTokens = spec.addedTokens;
    this.#nfc = spec.nfc;
    this.#splits = spec.splits;
    this.#matchers = [
      AddedTokenMatcher.of(spec.addedTokens.filter((token) => !token.normalized)),
      AddedTokenMatcher.of(spec.addedTokens.filter((token) => token.normalized)),
    ];
    this.#bytes = new TokenBytes(vocab, characterBytes, spec.addedTokens);
    this.size = this.#bytes.size;
    this.#byteIds = Int32Array.from(byteCharacters, (character) => {
      const id = vocab.get(character);
      if (id === undefined) throw new TokenizerError('the vocabulary lacks a byte');
      return id;
    });
    this.#wholePieces = spec.ignoreMerges ? vocab : undefined;
    this.#merger = new Merger(mergeTable(spec.merges, vocab));
  }

  /** Encodes text; lone surrogates become U+FFFD. */
  encode(text: string, options: EncodeOptions): Int32Array {
    this.#out.clear();
    const [first] = this.#matchers;
    if (!options.specials || first === undefined) {
      this.#segment(text, options.specials, options.cuts ?? []);
    } else {
      const cuts = options.cuts ?? [];
      for (const span of first.spans(text, cuts)) {
        if (span.id !== undefined) {
          this.#out.push(span.id);
          continue;
        }
        const { start, end } = span;
        const inside = cuts.filter((cut) => cut > start && cut < end).map((cut) => cut - start);
        this.#segment(text.slice(start, end), true, inside);
      }
    }
    return this.#out.from(0);
  }

  /** Decodes; incomplete UTF-8 gives U+FFFD, ids outside the vocabulary give nothing. */
  decode(ids: ArrayLike<number>, skipSpecialTokens: boolean): string {
    return this.#bytes.decode(ids, skipSpecialTokens);
  }

  /** Text without tokens that are matched before normalisation. */
  #segment(text: string, specials: boolean, cuts: readonly number[]): void {
    if (text === '') return;
    if (!/[^\0-\x7f]/.test(text)) {
      this.#normalized(text, 'ascii', specials, cuts);
      return;
    }
    const wellFormed = wellFormedText(text);
    const normal = this.#nfc ? normalizeNfc(wellFormed) : wellFormed;
    const moved = normal === text ? cuts : normalizedCuts(text, cuts);
    this.#normalized(normal, nativeAgrees(normal) ? 'native' : 'table', specials, moved);
  }

  #normalized(
    text: string,
    mode: keyof SplitRule,
    specials: boolean,
    cuts: readonly number[],
  ): void {
    const [, second] = this.#matchers;
    if (!specials || second === undefined) {
      this.#split(text, mode, 0);
      return;
    }
    for (const span of second.spans(text, cuts)) {
      if (span.id !== undefined) this.#out.push(span.id);
      else this.#split(text.slice(span.start, span.end), mode, 0);
    }
  }

  #split(text: string, mode: keyof SplitRule, level: number): void {
    const rule = this.#splits[level];
    if (rule === undefined) {
      this.#piece(text);
      return;
    }
    const pattern = rule[mode];
    const next = level + 1;
    const isLast = next === this.#splits.length;
    const emit = (part: string) => (isLast ? this.#piece(part) : this.#split(part, mode, next));
    let last = 0;
    pattern.lastIndex = 0;
    for (;;) {
      const match = pattern.exec(text);
      if (match === null) break;
      const [part] = match;
      if (part === '') {
        pattern.lastIndex += 1;
        continue;
      }
      if (match.index > last) emit(text.slice(last, match.index));
      emit(part);
      last = match.index + part.length;
    }
    if (last < text.length) emit(last === 0 ? text : text.slice(last));
  }

  #piece(piece: string): void {
    const cached = this.#cache.get(piece);
    if (typeof cached === 'number') {
      this.#out.push(cached);
      return;
    }
    if (cached !== undefined) {
      this.#out.pushAll(cached);
      return;
    }
    const start = this.#out.length;
    this.#merge(piece);
    if (piece.length > CACHED_LENGTH) return;
    if (this.#cache.size >= CACHED_PIECES) this.#cache.clear();
    const ids = this.#out.from(start);
    this.#cache.set(ownCopy(piece), ids.length === 1 ? (ids[0] ?? 0) : [...ids]);
  }

  #merge(piece: string): void {
    const whole = this.#wholePieces?.get(inByteAlphabet(piece));
    if (whole !== undefined) {
      this.#out.push(whole);
      return;
    }
    if (this.#utf8.length < piece.length * 3) {
      this.#utf8 = new Uint8Array(piece.length * 3);
      this.#pieceIds = new Int32Array(piece.length * 3);
    }
    const { written } = encoder.encodeInto(piece, this.#utf8);
    for (let index = 0; index < written; index += 1) {
      this.#pieceIds[index] = this.#byteIds[this.#utf8[index] ?? 0] ?? 0;
    }
    this.#merger.merge(this.#pieceIds, written, this.#out);
  }
}

const encoder = new TextEncoder();

/** Lone surrogates have no UTF-8: U+FFFD, as the crate's bindings do. */
function wellFormedText(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Where cuts are after NFC. They stand before ASCII, so nothing composes across them. */
function normalizedCuts(text: string, cuts: readonly number[]): number[] {
  let from = 0;
  let length = 0;
  return cuts.map((cut) => {
    length += normalizeNfc(wellFormedText(text.slice(from, cut))).length;
    from = cut;
    return length;
  });
}

function inByteAlphabet(piece: string): string {
  let result = '';
  for (const byte of Buffer.from(piece, 'utf8')) result += byteCharacters[byte] ?? '';
  return result;
}

/** A string that shares no memory with the text it was cut from, which would live on with it. */
function ownCopy(piece: string): string {
  return piece.length < 13 ? piece : Buffer.from(piece, 'utf16le').toString('utf16le');
}

function mergeTable(
  merges: TokenizerSpec['merges'],
  vocab: ReadonlyMap<string, number>,
): MergeTable {
  const table = new MergeTable(merges.length);
  for (const [rank, merge] of merges.entries()) {
    const [left = '', right = ''] = typeof merge === 'string' ? merge.split(' ') : merge;
    const [a, b, merged] = [vocab.get(left), vocab.get(right), vocab.get(left + right)];
    if (a === undefined || b === undefined || merged === undefined) {
      throw new TokenizerError(`merge ${rank} (${left} ${right}) is not in the vocabulary`);
    }
    table.add(a, b, rank, merged);
  }
  return table;
}
