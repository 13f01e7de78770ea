import { byteCharacters } from '../../src/tokens/bpe/byte-alphabet.ts';

/** The parts of a small `tokenizer.json`. */
export interface SmallTokenizer {
  merges?: readonly string[];
  /** Tokens that no merge makes. */
  tokens?: readonly string[];
  added?: readonly { content: string; special?: boolean; normalized?: boolean }[];
  normalizer?: unknown;
  preTokenizers?: readonly unknown[];
  model?: Readonly<Record<string, unknown>>;
  decoder?: unknown;
  postProcessor?: unknown;
}

/** A splitting step by an Oniguruma pattern. */
export const splitBy = (pattern: string) => ({
  type: 'Split',
  pattern: { Regex: pattern },
  behavior: 'Isolated',
  invert: false,
});

export const byteLevel = {
  type: 'ByteLevel',
  add_prefix_space: false,
  trim_offsets: false,
  use_regex: false,
};

/** Qwen's pattern. */
export const QWEN_SPLIT = splitBy(
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
);

/** A byte-level `tokenizer.json` with 256 bytes, then merged, other and added tokens in order. */
export function smallTokenizer(parts: SmallTokenizer = {}): Readonly<Record<string, unknown>> {
  const merged = (parts.merges ?? []).map((merge) => merge.replace(' ', ''));
  const vocab = [...byteCharacters, ...merged, ...(parts.tokens ?? [])];
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: (parts.added ?? []).map((token, index) => ({
      id: vocab.length + index,
      content: token.content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: token.normalized ?? false,
      special: token.special ?? true,
    })),
    normalizer: parts.normalizer ?? null,
    pre_tokenizer: {
      type: 'Sequence',
      pretokenizers: parts.preTokenizers ?? [QWEN_SPLIT, byteLevel],
    },
    post_processor: parts.postProcessor ?? null,
    decoder: parts.decoder ?? byteLevel,
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: false,
      vocab: Object.fromEntries(vocab.map((token, id) => [token, id])),
      merges: parts.merges ?? [],
      ...parts.model,
    },
  };
}
