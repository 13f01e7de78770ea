import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ByteLevelTokenizer } from '../../../src/tokens/bpe/byte-level-tokenizer.ts';
import { readTokenizerSpec } from '../../../src/tokens/bpe/tokenizer-spec.ts';
import {
  byteLevel,
  QWEN_SPLIT,
  type SmallTokenizer,
  smallTokenizer,
  splitBy,
} from '../small-tokenizer.ts';
import { unitsOf } from '../rust/vocabularies.ts';
import { crateIds, crateTokenizer } from './crate.ts';
import { hardText } from './hard-text.ts';

const MERGES = [
  'h e',
  'l l',
  'he ll',
  'hell o',
  'Ġ hello',
  '1 2',
  '12 3',
  '4 5',
  'Ċ Ċ',
  'Ġ Ġ',
  "' s",
  'Ġ ï',
  '¿ x',
];

const CL100K = splitBy(
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
);

const O200K = splitBy(
  "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
);

const DEEPSEEK = [
  splitBy('\\p{N}{1,3}'),
  splitBy('[一-龥぀-ゟ゠-ヿ]+'),
  splitBy(
    '[!"#$%&\'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+',
  ),
  byteLevel,
];

const shapes: readonly (readonly [string, SmallTokenizer])[] = [
  ['Qwen', { merges: MERGES, normalizer: { type: 'NFC' } }],
  [
    'Llama 3',
    {
      merges: MERGES,
      preTokenizers: [CL100K, byteLevel],
      tokens: ['qux'],
      model: { ignore_merges: true },
      postProcessor: {
        type: 'Sequence',
        processors: [
          { ...byteLevel, trim_offsets: true },
          {
            type: 'TemplateProcessing',
            single: [
              { SpecialToken: { id: 'a', type_id: 0 } },
              { Sequence: { id: 'A', type_id: 0 } },
              { SpecialToken: { id: 'b', type_id: 0 } },
            ],
            pair: [{ Sequence: { id: 'A', type_id: 0 } }, { Sequence: { id: 'B', type_id: 1 } }],
            special_tokens: {
              a: { id: 'a', ids: [64, 65], tokens: ['a', 'b'] },
              b: { id: 'b', ids: [66], tokens: ['c'] },
            },
          },
        ],
      },
    },
  ],
  [
    'DeepSeek',
    { merges: MERGES, preTokenizers: DEEPSEEK, normalizer: { type: 'Sequence', normalizers: [] } },
  ],
  ['gpt-oss', { merges: MERGES, preTokenizers: [O200K, byteLevel] }],
  [
    'GPT-2',
    {
      merges: MERGES,
      preTokenizers: [{ ...byteLevel, use_regex: true }],
      postProcessor: { ...byteLevel, trim_offsets: true, add_prefix_space: true },
    },
  ],
  [
    'a literal split',
    {
      merges: MERGES,
      preTokenizers: [
        { type: 'Split', pattern: { String: 'l' }, behavior: 'Isolated', invert: false },
        byteLevel,
      ],
    },
  ],
];

const added = [
  { content: '<|im_end|>' },
  { content: '<|im_end|><|x|>' },
  { content: '<|image_pad|>', normalized: true },
  { content: 'café', normalized: true, special: false },
  { content: '  ', special: false },
];

describe('tokenizers of other shapes get the ids and offsets of the Rust crate', () => {
  test.each(shapes)('%s', async (_, parts) => {
    const json = smallTokenizer({ ...parts, added });
    const crate = crateTokenizer(json);
    const own = new ByteLevelTokenizer(readTokenizerSpec(json));
    const text = fc
      .array(
        fc.oneof(
          hardText,
          fc.constantFrom(
            'hello',
            ' hello',
            '123',
            '12345',
            'qux',
            ' \ud800',
            '<|x|>',
            '<|im_end|><|x|>',
            'cafe\u0301',
          ),
        ),
        {
          maxLength: 4,
        },
      )
      .map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(text, async (sample) => {
        const expected = await crate.encode(sample, null, { addSpecialTokens: true });
        const options = { specials: true, addSpecialTokens: true };
        const { ids, offsets } = await own.encodeWithOffsets(sample, options);
        expect([...ids]).toEqual(expected.getIds());
        const units = unitsOf(sample);
        expect([...offsets]).toEqual(
          expected.getOffsets().flatMap(([from = 0, to = 0]) => [units[from], units[to]]),
        );
        expect([...(await own.encode(sample, { specials: true }))]).toEqual(
          await crateIds(crate, sample),
        );
      }),
      { seed: 3, numRuns: 400 },
    );
  });
});

test('no added token spans a cut, and the text on both sides still merges', async () => {
  const json = smallTokenizer({
    merges: MERGES,
    added: [{ content: '<|x|>' }, { content: 'a<|' }],
  });
  const own = new ByteLevelTokenizer(readTokenizerSpec(json));
  const show = async (text: string, cuts: readonly number[]) =>
    [...(await own.encode(text, { specials: true, cuts }))].map((id) => own.decode([id], false));
  expect(await show('he<|x|>', [])).toEqual(['he', '<|x|>']);
  expect(await show('he<|x|>', [3])).toEqual(['he', '<', '|', 'x', '|', '>']);
  expect(await show('hello', [2])).toEqual(['hello']);
  expect(await show('<|x|><|x|>', [1])).toEqual(['<', '|', 'x', '|', '>', '<|x|>']);
  expect(await show('a<|x|>', [2])).toEqual(['a', '<', '|', 'x', '|', '>']);
});

test('a cut stays in its place when the text before it is composed', async () => {
  const json = smallTokenizer({
    normalizer: { type: 'NFC' },
    added: [{ content: '<|x|>', normalized: true }],
  });
  const own = new ByteLevelTokenizer(readTokenizerSpec(json));
  const ids = await own.encode('e\u0301<|x|> e\u0301<|x|>', { specials: true, cuts: [11] });
  const token = own.addedTokens[0]?.id;
  expect(ids.filter((id) => id === token)).toHaveLength(1);
  expect(own.decode(ids, false)).toBe('é<|x|> é<|x|>');
  expect(ids.indexOf(token ?? -1)).toBe(2);
});

test.each<[string, SmallTokenizer]>([
  ['the model WordPiece', { model: { type: 'WordPiece' } }],
  ['byte_fallback', { model: { byte_fallback: true } }],
  ['dropout', { model: { dropout: 0.1 } }],
  ['continuing_subword_prefix', { model: { continuing_subword_prefix: '##' } }],
  ['end_of_word_suffix', { model: { end_of_word_suffix: '</w>' } }],
  ['the normalizer Lowercase', { normalizer: { type: 'Lowercase' } }],
  [
    'the pre_tokenizer Digits',
    { preTokenizers: [{ type: 'Digits', individual_digits: true }, byteLevel] },
  ],
  ['behavior Removed', { preTokenizers: [{ ...QWEN_SPLIT, behavior: 'Removed' }, byteLevel] }],
  ['end in ByteLevel', { preTokenizers: [QWEN_SPLIT] }],
  ['add_prefix_space', { preTokenizers: [{ ...byteLevel, add_prefix_space: true }] }],
  ['the decoder Metaspace', { decoder: { type: 'Metaspace' } }],
  ['the escape \\w', { preTokenizers: [splitBy('\\w+'), byteLevel] }],
  ['the property \\p{Greek}', { preTokenizers: [splitBy('\\p{Greek}+'), byteLevel] }],
  ['a bare .', { preTokenizers: [splitBy('a.b'), byteLevel] }],
  ['the group (?>a', { preTokenizers: [splitBy('(?>a)'), byteLevel] }],
  ['a class inside a class', { preTokenizers: [splitBy('[a[b]]'), byteLevel] }],
  ['has []', { preTokenizers: [splitBy('[]a]'), byteLevel] }],
  ['a property in (?i:)', { preTokenizers: [splitBy('(?i:\\p{Lu})'), byteLevel] }],
  ['that one character stands for', { preTokenizers: [splitBy('(?i:ss)'), byteLevel] }],
  ['beyond ASCII', { preTokenizers: [splitBy('(?i:ü)'), byteLevel] }],
  ['not understood', { preTokenizers: [splitBy('a++'), byteLevel] }],
  ['merge 0 (h zz)', { merges: ['h zz'] }],
  ['the post_processor RobertaProcessing', { postProcessor: { type: 'RobertaProcessing' } }],
  [
    'the post_processor TemplateProcessing of this form',
    { postProcessor: { type: 'TemplateProcessing', single: [], special_tokens: {} } },
  ],
  ['the added token <x> is there twice', { added: [{ content: '<x>' }, { content: '<x>' }] }],
  [
    'is normalized and not in NFC',
    { normalizer: { type: 'NFC' }, added: [{ content: 'e\u0301', normalized: true }] },
  ],
])('what is not implemented is refused by name: %s', (named, parts) => {
  expect(() => new ByteLevelTokenizer(readTokenizerSpec(smallTokenizer(parts)))).toThrow(named);
});

test('an added token that strips or needs whole words is refused by name', () => {
  const json = smallTokenizer({ added: [{ content: '<mask>' }] });
  const [token] = Array.isArray(json['added_tokens']) ? json['added_tokens'] : [];
  const changed = { ...json, added_tokens: [{ ...token, lstrip: true }] };
  expect(() => readTokenizerSpec(changed)).toThrow('the added token <mask> has lstrip');
});

test('an added token with another id than the Rust crate gives it is refused', () => {
  const json = smallTokenizer({ added: [{ content: '<x>' }] });
  const [token] = Array.isArray(json['added_tokens']) ? json['added_tokens'] : [];
  const moved = { ...json, added_tokens: [{ ...token, id: 300 }] };
  expect(crateTokenizer(moved).tokenToId('<x>')).toBe(256);
  expect(() => readTokenizerSpec(moved)).toThrow(
    'the added token <x> has the id 300, where the Rust crate gives it 256',
  );
});

test('a special token that is also a piece comes out of no plain text', async () => {
  const json = smallTokenizer({
    tokens: ['<|x|>'],
    preTokenizers: [byteLevel],
    model: { ignore_merges: true },
  });
  const token = { id: 256, content: '<|x|>', special: true, normalized: false };
  const own = new ByteLevelTokenizer(readTokenizerSpec({ ...json, added_tokens: [token] }));
  expect([...(await own.encode('<|x|>', { specials: true }))]).toEqual([256]);
  expect([...(await own.encode('<|x|>', { specials: false }))]).not.toContain(256);
});

test('a tokenizer.json with a broken part is refused with the path of that part', () => {
  const json = smallTokenizer({ model: { vocab: [] } });
  expect(() => readTokenizerSpec(json)).toThrow(/model\.vocab/);
});
