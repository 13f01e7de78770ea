/** An added token, special unless said otherwise. */
export interface SmallToken {
  readonly content: string;
  readonly special?: boolean;
  readonly flags?: Readonly<Record<string, boolean>>;
}

export interface TokenizerJson {
  readonly added_tokens: readonly Readonly<Record<string, unknown>>[];
  readonly normalizer?: unknown;
  readonly model: Readonly<Record<string, unknown>>;
  readonly [part: string]: unknown;
}

/** A `tokenizer.json` of any model. It cuts texts to four tokens, which no one here does. */
export function tokenizerJson(
  model: Readonly<Record<string, unknown>>,
  added: readonly SmallToken[],
  parts: Readonly<Record<string, unknown>>,
): TokenizerJson {
  return {
    version: '1.0',
    truncation: { max_length: 4, strategy: 'LongestFirst', stride: 0, direction: 'Right' },
    padding: null,
    added_tokens: added.map(({ content, special = true, flags = {} }, id) => ({
      id,
      content,
      special,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      ...flags,
    })),
    normalizer: null,
    pre_tokenizer: null,
    post_processor: null,
    decoder: null,
    ...parts,
    model,
  };
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

const BERT_TOKENS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];

/** Ids of {@link wordPiece}'s tokens. */
export const wordPieceVocab: Readonly<Record<string, number>> = Object.fromEntries(
  [
    BERT_TOKENS,
    ['hello', 'world', 'play', '##ing', '.', ',', '[', ']', '你', '好'],
    Array.from(LETTERS),
    Array.from(LETTERS, (letter) => `##${letter}`),
  ]
    .flat()
    .map((token, id) => [token, id]),
);

/** BERT's: lower case, words and their continuations, `[CLS]` and `[SEP]` around. */
export const wordPiece = tokenizerJson(
  {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: wordPieceVocab,
  },
  BERT_TOKENS.map((content) => ({
    content,
    flags: content === '[MASK]' ? { lstrip: true } : {},
  })),
  {
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [
        { SpecialToken: { id: '[CLS]', type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: '[SEP]', type_id: 0 } },
      ],
      pair: [{ Sequence: { id: 'A', type_id: 0 } }, { Sequence: { id: 'B', type_id: 1 } }],
      special_tokens: {
        '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
        '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
      },
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: false },
  },
);

/** T5's: pieces with scores after a Metaspace; its special tokens are among the pieces. */
export const unigram = tokenizerJson(
  {
    type: 'Unigram',
    unk_id: 2,
    byte_fallback: false,
    vocab: [
      ['<pad>', 0],
      ['</s>', 0],
      ['<unk>', 0],
      ['▁hello', -3],
      ['▁', -4],
      ['▁wor', -5],
      ['ld', -5],
      ...Array.from(`${LETTERS}<>/.,![]`, (letter, index) => [letter, -8 - index / 10]),
    ],
  },
  [{ content: '<pad>' }, { content: '</s>' }, { content: '<unk>' }],
  {
    pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
    post_processor: {
      type: 'TemplateProcessing',
      single: [{ Sequence: { id: 'A', type_id: 0 } }, { SpecialToken: { id: '</s>', type_id: 0 } }],
      pair: [{ Sequence: { id: 'A', type_id: 0 } }, { Sequence: { id: 'B', type_id: 1 } }],
      special_tokens: { '</s>': { id: '</s>', ids: [1], tokens: ['</s>'] } },
    },
    decoder: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
  },
);

/** Llama 2's: BPE of characters, bytes for those it lacks. */
export const byteFallback = tokenizerJson(
  {
    type: 'BPE',
    dropout: null,
    unk_token: '<unk>',
    continuing_subword_prefix: null,
    end_of_word_suffix: null,
    fuse_unk: true,
    byte_fallback: true,
    vocab: Object.fromEntries(
      [
        ['<unk>', '<s>', '</s>'],
        Array.from(
          { length: 256 },
          (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
        ),
        ['▁', '<', '>', '/', '!', '▁h', '▁he', 'll', '▁hell'],
        Array.from(LETTERS),
      ]
        .flat()
        .map((token, id) => [token, id]),
    ),
    merges: ['▁ h', '▁h e', 'l l', '▁he ll'],
  },
  [
    { content: '<unk>' },
    { content: '<s>' },
    { content: '</s>' },
    { content: '<tool>', special: false, flags: { single_word: true } },
  ],
  {
    normalizer: {
      type: 'Sequence',
      normalizers: [
        { type: 'Prepend', prepend: '▁' },
        { type: 'Replace', pattern: { String: ' ' }, content: '▁' },
      ],
    },
    decoder: {
      type: 'Sequence',
      decoders: [
        { type: 'Replace', pattern: { String: '▁' }, content: ' ' },
        { type: 'ByteFallback' },
        { type: 'Fuse' },
        { type: 'Strip', content: ' ', start: 1, stop: 0 },
      ],
    },
  },
);
