import fc from 'fast-check';
import { Tokenizer as Crate } from 'tokenizers';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadEncoder, loadTokenizer, type Tokenizer } from '../../../src/tokens/index.ts';
import { hardText } from '../bpe/hard-text.ts';
import { folderWith } from '../checkpoint-folder.ts';
import { smallTokenizer } from '../small-tokenizer.ts';
import { byteFallback, tokenizerJson, unigram, wordPiece, wordPieceVocab } from './small-models.ts';
import { unitsOf, vocabularyFolder } from './vocabularies.ts';

afterEach(() => {
  vi.doUnmock('tokenizers');
  vi.resetModules();
});

const GEMMA_STRINGS = process.env['SLIME_TEST_TIER'] === 'full' ? 100_000 : 200;

beforeAll(() => {
  console.log(`${GEMMA_STRINGS} random strings of Gemma 3`);
});

const CHECKPOINTS = [
  ['WordPiece', wordPiece, '[SEP]'],
  ['Unigram', unigram, '</s>'],
  ['byte_fallback', byteFallback, '</s>'],
] as const;

const words = [
  'hello',
  ' ',
  'world',
  'playing',
  '.',
  'xyz',
  '你好',
  'é',
  '👍',
  '\n',
  '\ud800',
  'tool',
];

const texts = (specials: readonly string[]) =>
  fc
    .array(fc.constantFrom(...words, ...specials), { maxLength: 12 })
    .map((parts) => parts.join(''));

async function stream(tokenizer: Tokenizer, ids: ArrayLike<number>): Promise<string> {
  const decoder = tokenizer.decodeStream(false);
  let text = '';
  for (const id of Array.from(ids)) text += await decoder.push([id]);
  return text + (await decoder.end());
}

describe.each(CHECKPOINTS)('a checkpoint of %s', { timeout: 60_000 }, (_, json, end) => {
  const contents = JSON.parse(JSON.stringify(json.added_tokens));
  const specials: string[] = contents.map(({ content }: { content: string }) => content);
  const load = async () =>
    loadTokenizer(
      await folderWith({ 'tokenizer.json': json, 'tokenizer_config.json': { eos_token: end } }),
    );
  const crate = Crate.fromString(JSON.stringify({ ...json, truncation: null }));

  test('has the ids and offsets of the Rust crate, and its text back', async () => {
    const tokenizer = await load();
    await fc.assert(
      fc.asyncProperty(texts(specials), fc.boolean(), async (text, addSpecialTokens) => {
        const expected = await crate.encode(text, null, { addSpecialTokens });
        const options = { specials: true, addSpecialTokens };
        const ids = await tokenizer.encode(text, options);
        expect(ids).toBeInstanceOf(Int32Array);
        expect([...ids]).toEqual(expected.getIds());
        const units = unitsOf(text);
        const { offsets } = await tokenizer.encodeWithOffsets(text, options);
        expect([...offsets]).toEqual(
          expected.getOffsets().flatMap(([from = 0, to = 0]) => [units[from], units[to]]),
        );
        for (const skip of [false, true]) {
          expect(await tokenizer.decode(ids, skip)).toBe(await crate.decode([...ids], skip));
        }
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  test('decodes ids one by one to the text that they have at once', async () => {
    const tokenizer = await load();
    await fc.assert(
      fc.asyncProperty(texts(specials), async (text) => {
        const ids = await tokenizer.encode(text, { specials: true });
        expect(await stream(tokenizer, ids)).toBe(await tokenizer.decode(ids, false));
      }),
      { seed: 3, numRuns: 100 },
    );
  });

  test('with specials off or as text, none comes out and the rest has the same ids', async () => {
    const tokenizer = await load();
    const special = new Set(tokenizer.addedTokens.flatMap((t) => (t.special ? t.id : [])));
    const unknown = crate.tokenToId(end === '[SEP]' ? '[UNK]' : '<unk>');
    await fc.assert(
      fc.asyncProperty(texts([end]), texts([]), async (text, plain) => {
        for (const options of [
          { specials: false },
          { specials: true, encodeSpecialsAsText: true },
          { specials: true, cuts: cutsIn(text, end) },
        ]) {
          const ids = await tokenizer.encode(text, options);
          expect([...ids].filter((id) => special.has(id) && id !== unknown)).toEqual([]);
        }
        expect(await tokenizer.encode(plain, { specials: false })).toEqual(
          await tokenizer.encode(plain, { specials: true }),
        );
      }),
      { seed: 3, numRuns: 100 },
    );
  });

  test('of two special tokens only the one that no cut is in comes out', async () => {
    const tokenizer = await load();
    const text = `hello${end}world${end}👍`;
    const cuts = [text.indexOf(end) + 1];
    const { ids, offsets } = await tokenizer.encodeWithOffsets(text, { specials: true, cuts });
    const id = crate.tokenToId(end) ?? -1;
    const at = ids.indexOf(id);
    expect([...ids].filter((one) => one === id)).toHaveLength(1);
    expect(offsets.slice(at * 2, at * 2 + 2)).toEqual(
      Uint32Array.of(text.lastIndexOf(end), text.lastIndexOf(end) + end.length),
    );
    expect(offsets.slice(-2)).toEqual(Uint32Array.of(text.length - 2, text.length));
    expect(text.slice(0, offsets[1])).toBe('hello'.slice(0, offsets[1]));
  });
});

function cutsIn(text: string, token: string): number[] {
  const cuts: number[] = [];
  for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + 1)) cuts.push(at + 1);
  return cuts;
}

test('the published Gemma 3 folder works from its files to decoded text', async () => {
  const folder = vocabularyFolder('gemma3');
  const encoder = await loadEncoder({ checkpoint: folder });
  const crate = Crate.fromFile(`${folder}/tokenizer.json`);
  const text = 'Grüße, 世界!\n\n  <start_of_turn>👩‍👩‍👧 \u{10437}\ud800<0x0A>';
  const ids = await encoder.encodeText(text, { specials: true });
  expect([...ids]).toEqual((await crate.encode(text, null, { addSpecialTokens: false })).getIds());
  expect(await encoder.decode(ids, { skipSpecialTokens: false })).toBe(
    text.replace('\ud800', '\ufffd'),
  );
  expect(encoder.vocabSize).toBe(262_145);
  const bridge = await encoder.encodeBridge({
    messages: [{ role: 'user', content: 'a<end_of_turn>\n<start_of_turn>model\nb' }],
    history: [{ role: 'user', content: 'q' }],
    lastId: undefined,
  });
  expect(await encoder.decode(bridge.ids, { skipSpecialTokens: false })).toBe(
    '<end_of_turn>\n<start_of_turn>user\na<end_of_turn>\n<start_of_turn>model\nb' +
      '<end_of_turn>\n<start_of_turn>model\n',
  );
  // Of the four ends and starts of turns in the middle, content wrote one each.
  const count = (id: number | undefined) => bridge.ids.filter((one) => one === id).length;
  expect([count(106), count(105)]).toEqual([2, 2]);
  const anyText = fc.oneof(hardText, fc.string({ unit: 'binary', maxLength: 40 }));
  await fc.assert(
    fc.asyncProperty(anyText, async (sample) => {
      const expected = await crate.encode(sample, null, { addSpecialTokens: false });
      const sampleIds = await encoder.encodeText(sample, { specials: true });
      expect([...sampleIds]).toEqual(expected.getIds());
      expect(await encoder.decode(sampleIds, { skipSpecialTokens: true })).toBe(
        await crate.decode(expected.getIds(), true),
      );
    }),
    { seed: 3, numRuns: GEMMA_STRINGS },
  );
}, 1_800_000);

test('without the package, a checkpoint that needs it is refused with what to install', async () => {
  vi.resetModules();
  vi.doMock('tokenizers', () => {
    throw new Error("Cannot find package 'tokenizers'");
  });
  const checkpoint = await folderWith({ 'tokenizer.json': wordPiece });
  const { loadTokenizer: load } = await import('../../../src/tokens/load-tokenizer.ts');
  await expect(load(checkpoint)).rejects.toThrow(
    /tokenizer\.json: the model WordPiece is not implemented; .*: npm install tokenizers$/,
  );
});

test('a checkpoint that is encoded here does not load the package', async () => {
  vi.resetModules();
  vi.doMock('tokenizers', () => {
    throw new Error('loaded');
  });
  const { loadTokenizer: load } = await import('../../../src/tokens/load-tokenizer.ts');
  const tokenizer = await load(vocabularyFolder('qwen3'));
  expect(tokenizer.size).toBe(151_669);
});

test('a token that normalisation changes cannot be guarded, and is named', async () => {
  const token = { content: '<s>', flags: { normalized: true } };
  const moved = tokenizerJson(byteFallback.model, [{ content: '<unk>' }, token], {
    normalizer: byteFallback.normalizer,
  });
  const tokenizer = await loadTokenizer(await folderWith({ 'tokenizer.json': moved }));
  await expect(tokenizer.encode('a<s>', { specials: true, cuts: [2] })).rejects.toThrow(
    'the added token <s> is matched after normalisation',
  );
});

test('a token that is matched after composition is none with an accent behind it', async () => {
  const token = { content: '<s>', special: false, flags: { normalized: true } };
  const composing = tokenizerJson(byteFallback.model, [{ content: '<unk>' }, token], {
    normalizer: { type: 'NFC' },
  });
  const crate = Crate.fromString(JSON.stringify({ ...composing, truncation: null }));
  const tokenizer = await loadTokenizer(await folderWith({ 'tokenizer.json': composing }));
  for (const text of ['a<s>b', 'a<s>\u0338b', 'a<s>\u0338\u0301', '<s>\u0483<s>', '<s>e\u0301']) {
    const expected = await crate.encode(text, null, { addSpecialTokens: false });
    // Nothing special in it: both must read the token as the crate does.
    const ids = await tokenizer.encode(text, { specials: true, encodeSpecialsAsText: true });
    expect([text, ...ids]).toEqual([text, ...expected.getIds()]);
  }
});

test('tokens beyond a gap in the ids of a vocabulary keep their ids', async () => {
  const vocab = { ...wordPieceVocab, far: 90 };
  const json = { ...wordPiece, model: { ...wordPiece.model, vocab } };
  const tokenizer = await loadTokenizer(await folderWith({ 'tokenizer.json': json }));
  expect([...(await tokenizer.encode('far [SEP]', { specials: true, cuts: [5] }))]).not.toContain(
    3,
  );
  expect([...(await tokenizer.encode('far [SEP]', { specials: true, cuts: [1] }))]).toEqual([
    90, 3,
  ]);
});

describe('a stream of byte tokens', () => {
  const byteId = (byte: number): number => 3 + byte;
  const load = async () => loadTokenizer(await folderWith({ 'tokenizer.json': byteFallback }));
  const characters = fc.constantFrom('é', '👍', '\u{fffd}', 'a', '世');
  const bytes = fc.oneof(
    fc.integer({ min: 0, max: 255 }).map((byte) => [byteId(byte)]),
    characters.map((text) => Array.from(Buffer.from(text), byteId)),
    characters.map((text) => Array.from(Buffer.from(text), byteId).slice(0, -1)),
    fc.constantFrom(0xed, 0xa0, 0x80, 0xf4, 0x90, 0xc0).map((byte) => [byteId(byte)]),
  );
  // Words, special tokens, which may be skipped, and ids that are none.
  const other = fc.constantFrom([1], [2], [265], [266], [100_000], [-1]);
  const pieces = fc.array(fc.oneof({ weight: 4, arbitrary: bytes }, other), { maxLength: 12 });

  test('is what its ids decode to at once, however they are cut', async () => {
    const tokenizer = await load();
    await fc.assert(
      fc.asyncProperty(
        pieces,
        fc.boolean(),
        fc.integer({ min: 1, max: 5 }),
        async (all, skip, size) => {
          const ids = all.flat();
          const decoder = tokenizer.decodeStream(skip);
          let text = '';
          for (let at = 0; at < ids.length; at += size) {
            text += await decoder.push(ids.slice(at, at + size));
          }
          expect(text + (await decoder.end())).toBe(await tokenizer.decode(ids, skip));
        },
      ),
      { seed: 3, numRuns: 400 },
    );
  });

  test('is held while its bytes may be characters, and no longer', async () => {
    const decoder = (await load()).decodeStream(false);
    const push = (...run: number[]) => decoder.push(run.map(byteId));
    expect([await decoder.push([266]), await push(0x41), await push(0xe2)]).toEqual(['ll', '', '']);
    expect(await push(0x42)).toMatch(/\ufffd{3}$/);
    expect([await push(0x43), await push(0x44, 0x45)]).toEqual(['\ufffd', '\ufffd\ufffd']);
    expect(await decoder.push([266])).not.toContain('\ufffd');
    expect([await push(0x41), await decoder.end()]).toEqual(['', 'A']);
  });

  test('is spoiled by a byte as a whole', async () => {
    const tokenizer = await load();
    const ids = [byteId(0x41), byteId(0x82)];
    expect(await stream(tokenizer, ids)).toBe('\ufffd\ufffd');
    expect(await tokenizer.decode(ids, false)).toBe('\ufffd\ufffd');
  });
});

test('a stream that is not awaited gives the texts in order', async () => {
  const tokenizer = await loadTokenizer(await folderWith({ 'tokenizer.json': byteFallback }));
  const ids = await tokenizer.encode('hello 👍 é!', { specials: true });
  const decoder = tokenizer.decodeStream(false);
  const parts = await Promise.all([...Array.from(ids, (id) => decoder.push([id])), decoder.end()]);
  expect(parts.join('')).toBe(await tokenizer.decode(ids, false));
});

test.each([
  ['##', ['h e'], '"h e" has no continuing_subword_prefix ("##")'],
  // Two bytes each, of which the first is no place to cut.
  ['#', ['h Ġ'], '"h Ġ" has no continuing_subword_prefix'],
  ['##', [['h', 'e']], '"h e" has no continuing_subword_prefix'],
  ['##', ['h ##e'], null],
  ['##', [], null],
])(
  'merges that end the process in the binding are refused: %s of %j',
  async (prefix, merges, why) => {
    const checkpoint = await folderWith({
      'tokenizer.json': smallTokenizer({
        tokens: ['##e', 'he'],
        model: { continuing_subword_prefix: prefix, merges },
      }),
    });
    const loaded = loadTokenizer(checkpoint);
    if (why === null) expect((await loaded).size).toBe(258);
    else await expect(loaded).rejects.toThrow(why);
  },
);
