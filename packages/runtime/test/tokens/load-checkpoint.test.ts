import path from 'node:path';
import { expect, test } from 'vitest';
import { parseExactJson } from 'slime-sdk';
import { builtinEncoder, loadChatEncoder, loadEncoder } from '../../src/tokens/index.ts';
import { CHATML_TOKENS, checkpointWith, folderWith } from './checkpoint-folder.ts';
import { QWEN3 } from './qwen3-folder.ts';
import { smallTokenizer } from './small-tokenizer.ts';
import { picture } from '../vision/pictures.ts';

const tokenizer = smallTokenizer(CHATML_TOKENS);
const config = { eos_token: '<|im_end|>' };
const PLAIN = '{% for m in messages %}{{ m.content }}{% endfor %}';

/** The first message of a rendering tells which template was used. */
async function rendered(files: Readonly<Record<string, unknown>>): Promise<string> {
  const checkpoint = await folderWith({ 'tokenizer.json': tokenizer, ...files });
  const encoder = await loadEncoder({ checkpoint });
  return encoder.render([{ role: 'user', content: 'x' }], { addGenerationPrompt: false });
}

test('the published Qwen3 folder loads: vocabulary, template, end of turn', async () => {
  const encoder = await loadEncoder({ checkpoint: QWEN3 });
  expect(encoder.vocabSize).toBe(151_669);
  expect([...encoder.stopIds]).toEqual([151_645]);
  expect([...(await encoder.encodeText('Hello, world!', { specials: true }))]).toEqual([
    9707, 11, 1879, 0,
  ]);
});

test('the built-in tokenizer is one id a byte, the byte itself', async () => {
  const encoder = builtinEncoder();
  expect([...(await encoder.encodeText('é<', { specials: true }))]).toEqual([0xc3, 0xa9, 0x3c]);
  expect(encoder.vocabSize).toBe(266);
  expect(await encoder.decode([...encoder.stopIds, 0x41], { skipSpecialTokens: false })).toBe(
    '<|im_end|><|endoftext|>A',
  );
  expect(await encoder.decode([...encoder.stopIds, 0x41], { skipSpecialTokens: true })).toBe('A');
});

test('the template file goes before the one in the configuration, which goes before the old file', async () => {
  const inConfig = { ...config, chat_template: '{{ "config" }}' };
  const old = { chat_template: '{{ "old" }}' };
  const files = { 'tokenizer_config.json': config, 'chat_template.json': old };
  expect(await rendered(files)).toBe('old');
  expect(await rendered({ ...files, 'tokenizer_config.json': inConfig })).toBe('config');
  expect(
    await rendered({
      ...files,
      'tokenizer_config.json': inConfig,
      'chat_template.jinja': '{{ "file" }}',
    }),
  ).toBe('file');
});

test('of several named templates the default is taken', async () => {
  const named = (name: string) => ({ name, template: `{{ "${name}" }}` });
  const files = (names: string[]) => ({
    'tokenizer_config.json': { ...config, chat_template: names.map(named) },
  });
  expect(await rendered(files(['rag', 'default']))).toBe('default');
  await expect(rendered(files(['rag', 'tool_use']))).rejects.toThrow(
    'no template named default, only rag, tool_use',
  );
});

test('special tokens reach the template, as text or out of an object', async () => {
  const bos = { bos_token: { content: '<|endoftext|>', lstrip: false }, eos_token: '<|im_end|>' };
  expect(
    await rendered({
      'tokenizer_config.json': bos,
      'chat_template.jinja': '{{ bos_token + eos_token }}{{ pad_token is defined }}',
    }),
  ).toBe('<|endoftext|><|im_end|>False');
});

test('an end of turn comes from the tokenizer and from the generation configuration', async () => {
  const stopIds = async (files: Readonly<Record<string, unknown>>) => [
    ...(await loadEncoder({ checkpoint: await checkpointWith(PLAIN, files) })).stopIds,
  ];
  expect(await stopIds({})).toEqual([258]);
  expect(await stopIds({ 'generation_config.json': { eos_token_id: 256 } })).toEqual([258, 256]);
  expect(await stopIds({ 'generation_config.json': { eos_token_id: [258, 256] } })).toEqual([
    258, 256,
  ]);
  // SGLang stops at those of the model's configuration, too.
  expect(
    await stopIds({
      'generation_config.json': { eos_token_id: [258] },
      'config.json': { eos_token_id: 256 },
    }),
  ).toEqual([258, 256]);
  const unnamed = { 'tokenizer_config.json': {} };
  expect(await stopIds({ ...unnamed, 'config.json': { eos_token_id: [256] } })).toEqual([256]);
  await expect(stopIds(unnamed)).rejects.toThrow(/no end of a turn is named: put eos_token into/);
  await expect(stopIds({ 'tokenizer_config.json': { eos_token: '</s>' } })).rejects.toThrow(
    /the eos_token <\/s> .* is no added token/,
  );
});

test.each(['generation_config.json', 'config.json'])(
  'an eos_token_id of %s that is no token is refused by name',
  async (file) => {
    const load = async (id: unknown) => {
      const files = { [file]: { eos_token_id: id } };
      return loadEncoder({ checkpoint: await checkpointWith(PLAIN, files) });
    };
    for (const id of [-1, 1.5, 264, 2 ** 40, '258', true, {}]) {
      const message = ` (eos_token_id): ${JSON.stringify(id)} is no id of a token; ids are whole numbers from 0 to 263.`;
      for (const value of [id, [258, id]]) {
        await expect(load(value)).rejects.toThrow(
          expect.objectContaining({
            code: 'SLIME_ENCODER',
            message: expect.stringContaining(`${file}${message}`),
          }),
        );
      }
    }
    for (const id of [null, [], 263]) expect(await load(id)).toBeDefined();
  },
);

test('an end of turn may be in the padding of the model’s table', async () => {
  const files = {
    'config.json': { vocab_size: 320 },
    'generation_config.json': { eos_token_id: 319 },
  };
  const encoder = await loadEncoder({ checkpoint: await checkpointWith(PLAIN, files) });
  expect([...encoder.stopIds]).toEqual([258, 319]);
});

test('the vocabulary is as large as the model’s table, where that is padded', async () => {
  const vocabSize = async (model: unknown) =>
    (await loadEncoder({ checkpoint: await checkpointWith(PLAIN, { 'config.json': model }) }))
      .vocabSize;
  expect(await vocabSize({})).toBe(264);
  expect(await vocabSize({ vocab_size: 320 })).toBe(320);
  expect(await vocabSize({ text_config: { vocab_size: 512 } })).toBe(512);
});

test('patches are those of the checkpoint’s image processor', async () => {
  const bytes = await picture(640, 480).png().toBuffer();
  const grid = async (files: Readonly<Record<string, unknown>>) => {
    const checkpoint = await checkpointWith(PLAIN, {
      'config.json': { model_type: 'qwen3_vl' },
      ...files,
    });
    const encoder = await loadEncoder({ checkpoint });
    const text = '<|vision_start|><|image_pad|><|vision_end|>';
    const [image] = (await encoder.encodePrompt(text, { images: [bytes] })).images;
    return [image?.grid_thw, image?.tokens];
  };
  const qwen3vl = {
    patch_size: 16,
    merge_size: 2,
    size: { shortest_edge: 65_536, longest_edge: 16_777_216 },
  };
  expect(await grid({})).toEqual([[1, 34, 46], 391]);
  expect(await grid({ 'preprocessor_config.json': qwen3vl })).toEqual([[1, 30, 40], 300]);
  expect(await grid({ 'processor_config.json': { image_processor: qwen3vl } })).toEqual([
    [1, 30, 40],
    300,
  ]);
  expect(await grid({ 'preprocessor_config.json': { ...qwen3vl, max_pixels: 131_072 } })).toEqual([
    [1, 18, 26],
    117,
  ]);
});

test('a checkpoint without a chat template takes templated text and refuses messages', async () => {
  const checkpoint = await folderWith({
    'tokenizer.json': tokenizer,
    'tokenizer_config.json': config,
  });
  const encoder = await loadEncoder({ checkpoint });
  expect([...(await encoder.encodePrompt('a<|im_end|>', {})).ids]).toEqual([97, 258]);
  expect(() => encoder.encodePrompt([{ role: 'user', content: 'x' }], {})).toThrow(
    expect.objectContaining({
      code: 'SLIME_ENCODER',
      message: expect.stringContaining('the checkpoint has no chat template'),
    }),
  );
});

const FILES = { 'tokenizer.json': tokenizer, 'tokenizer_config.json': config };

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['no tokenizer.json', { 'tokenizer_config.json': config }, 'has no tokenizer.json'],
  [
    'SentencePiece only',
    { 'tokenizer.model': 'x' },
    'has a tokenizer.model (SentencePiece) and no tokenizer.json, which is what is read: convert',
  ],
  [
    'a vocabulary of another form only',
    { 'vocab.json': '{}', 'merges.txt': '' },
    "AutoTokenizer.from_pretrained('",
  ],
  [
    'JSON that is cut',
    { ...FILES, 'tokenizer.json': '{"model": ' },
    'tokenizer.json cannot be used',
  ],
  ['JSON of another kind', { ...FILES, 'tokenizer.json': '[]' }, 'tokenizer.json: '],
  [
    'a field of another type',
    { ...FILES, 'config.json': { vocab_size: 'x' } },
    'config.json cannot be used',
  ],
  [
    'a tokenizer that no one reads',
    { ...FILES, 'tokenizer.json': smallTokenizer({ model: { type: 'Unigram' } }) },
    'the model Unigram is not implemented; the package tokenizers cannot read it either: ',
  ],
  [
    'a template that is broken',
    { ...FILES, 'chat_template.jinja': '\n{% if %}' },
    'chat_template.jinja, line 2',
  ],
])('a checkpoint with %s is refused with its file', async (_, files, message) => {
  const checkpoint = await folderWith(files);
  await expect(loadEncoder({ checkpoint })).rejects.toThrow(
    expect.objectContaining({ code: 'SLIME_ENCODER', message: expect.stringContaining(message) }),
  );
  await expect(loadEncoder({ checkpoint })).rejects.toThrow(checkpoint);
});

test('a checkpoint that is no folder is refused', async () => {
  const folder = await folderWith({ file: 'x' });
  for (const checkpoint of [path.join(folder, 'file'), path.join(folder, 'none')]) {
    await expect(loadEncoder({ checkpoint })).rejects.toThrow(`${checkpoint} is no folder`);
  }
});

test.each([
  ['a list', { 'tokenizer_config.json': { ...config, chat_template: listOf('tool_use') } }],
  [
    'a folder',
    {
      'tokenizer_config.json': config,
      'chat_template.jinja': 'plain',
      'additional_chat_templates/tool_use.jinja': '{{ tools[0].function.name }}',
    },
  ],
])('the template named tool_use of %s is taken where there are tools', async (_where, files) => {
  const checkpoint = await folderWith({ 'tokenizer.json': tokenizer, ...files });
  const { conversation } = await loadChatEncoder({ checkpoint });
  const tools = [{ type: 'function' as const, function: { name: 'look' } }];
  const messages = [{ role: 'user' as const, content: 'x' }];
  expect(conversation?.render(messages, { addGenerationPrompt: false })).toBe('plain');
  expect(conversation?.render(messages, { tools, addGenerationPrompt: false })).toBe('look');
});

function listOf(name: string): { name: string; template: string }[] {
  return [
    { name: 'default', template: 'an older one' },
    { name, template: '{{ tools[0].function.name }}' },
    { name: 'default', template: 'plain' },
  ];
}

test('templates are given the special tokens of both files, those of tokenizer_config above', async () => {
  const text = await rendered({
    'tokenizer_config.json': {
      ...config,
      cls_token: '<think>',
      extra_special_tokens: { image_token: '<|image_pad|>' },
    },
    'special_tokens_map.json': {
      bos_token: '<|im_start|>',
      eos_token: '<|endoftext|>',
      mask_token: { content: '<think>' },
    },
    'chat_template.jinja':
      '{{ bos_token }} {{ eos_token }} {{ cls_token }} {{ mask_token }} {{ image_token }} {{ sep_token }}',
  });
  expect(text).toBe('<|im_start|> <|im_end|> <think> <think> <|image_pad|> ');
});

test('bytes that are no UTF-8 are an error of the file', async () => {
  const checkpoint = await checkpointWith(PLAIN, {
    'tokenizer_config.json': Buffer.from('{"eos_token": "<|im_end|>", "x": "\xff"}', 'latin1'),
  });
  await expect(loadEncoder({ checkpoint })).rejects.toThrow(
    /tokenizer_config\.json cannot be used: .*not valid/,
  );
});

test('a template that loops without end is refused when it is loaded', async () => {
  const loop = '{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}';
  const checkpoint = await checkpointWith(loop);
  await expect(loadEncoder({ checkpoint })).rejects.toThrow(/takes more than \d+ steps/);
});

test('arguments are the JSON that was written, for templates that want them as text', async () => {
  const template =
    "{% for m in messages %}{% for c in m.tool_calls or [] %}{{ c['function']['name'] + c['function']['arguments'] }}{% endfor %}{{ m.content or '' }}{% endfor %}";
  const encoder = await loadEncoder({ checkpoint: await checkpointWith(template) });
  const args = parseExactJson('{"x": 1.0, "10": 1, "2": 123456789012345678901234567890}');
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    throw new TypeError('no object');
  const text = encoder.render(
    [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: '', tool_calls: [{ name: 'look', arguments: args }] },
    ],
    { addGenerationPrompt: false },
  );
  expect(text).toBe('qlook{"x": 1.0, "10": 1, "2": 123456789012345678901234567890}');
});

test('a token that only its parts make is refused, where they are put together', async () => {
  const added = [{ content: '<|im_end|>' }, { content: '<\u00e9nd>', normalized: true }];
  const json = smallTokenizer({ added, normalizer: { type: 'NFKC' } });
  const checkpoint = await checkpointWith(PLAIN, { 'tokenizer.json': json });
  await expect(loadEncoder({ checkpoint })).rejects.toThrow(/<énd> of other text, too/);
});

test.each([
  { type: 'Strip', strip_left: true, strip_right: true },
  {
    type: 'Sequence',
    normalizers: [{ type: 'NFC' }, { type: 'Strip', strip_left: false, strip_right: true }],
  },
])('a token that is matched after white space is stripped is refused: %j', async (normalizer) => {
  const added = [{ content: '<|im_end|>' }, { content: '<think>', normalized: true }];
  const json = (isNormalized: boolean) =>
    smallTokenizer({
      added: added.map((token) => ({
        ...token,
        normalized: isNormalized && 'normalized' in token,
      })),
      normalizer,
    });
  const load = async (isNormalized: boolean) =>
    loadEncoder({
      checkpoint: await checkpointWith(PLAIN, { 'tokenizer.json': json(isNormalized) }),
    });
  await expect(load(true)).rejects.toThrow(
    /the added token <think> of .*tokenizer\.json is matched after normalisation, .*: set "normalized": false/,
  );
  expect(await load(false)).toBeDefined();
});

test.each([{ type: 'NFKC' }, { type: 'Lowercase' }])(
  'a normalizer that makes an added token of other text is refused: %o',
  async (normalizer) => {
    const added = [{ content: '<|im_end|>', normalized: true }];
    const json = smallTokenizer({ added, normalizer });
    const checkpoint = await checkpointWith(PLAIN, { 'tokenizer.json': json });
    await expect(loadEncoder({ checkpoint })).rejects.toThrow(/content could forge it/);
  },
);
