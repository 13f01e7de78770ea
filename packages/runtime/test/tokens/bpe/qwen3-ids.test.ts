import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { Tokenizer } from 'tokenizers';
import { expect, test } from 'vitest';
import { ByteLevelTokenizer } from '../../../src/tokens/bpe/byte-level-tokenizer.ts';
import { readTokenizerSpec } from '../../../src/tokens/bpe/tokenizer-spec.ts';
import { QWEN3 } from '../qwen3-folder.ts';
import { crateIds } from './crate.ts';
import { hardText } from './hard-text.ts';

const isFull = process.env['SLIME_TEST_TIER'] === 'full';
const file = path.join(QWEN3, 'tokenizer.json');
const crate = Tokenizer.fromFile(file);
const own = new ByteLevelTokenizer(readTokenizerSpec(JSON.parse(readFileSync(file, 'utf8'))));
const ids = async (text: string) => [...(await own.encode(text, { specials: true }))];

test('hard texts get the ids of the Rust crate', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(hardText, async (text) => {
      expect(await ids(text)).toEqual(await crateIds(crate, text));
    }),
    { seed: 7, numRuns: isFull ? 40_000 : 2000 },
  );
});

test('code points of every plane get the ids of the Rust crate', { timeout: 300_000 }, async () => {
  const step = isFull ? 1 : 61;
  const around = (code: number) => {
    const character = String.fromCodePoint(code);
    return `a${character}b ${character} 1${character}2${character}${character}'s\n ${character}\n`;
  };
  for (let first = 0; first < 0x110000; first += 4096) {
    let text = '';
    for (let code = first; code < first + 4096; code += step) {
      if (code < 0xd800 || code > 0xdfff) text += around(code);
    }
    expect(await ids(text), `from U+${first.toString(16)}`).toEqual(await crateIds(crate, text));
  }
});

test('marks compose and change places as in the Rust crate', async () => {
  let text = '';
  for (let code = 0x300; code < 0x20000; code += 1) {
    const mark = String.fromCodePoint(code);
    if (!/\p{M}/u.test(mark)) continue;
    text += `a${mark}\u0301 a\u0301${mark} a${mark}\u0316 a\u0316${mark} ${mark}${mark}\n`;
  }
  expect(await ids(text)).toEqual(await crateIds(crate, text));
});

test.each([
  ['letters', 'a'.repeat(3000)],
  ['spaces', ' '.repeat(3000)],
  [
    'random letters',
    Array.from({ length: 5000 }, (_, index) =>
      String.fromCharCode(97 + ((index * index * 31 + (index >> 3) * 7) % 26)),
    ).join(''),
  ],
  [
    'base64',
    Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * index) % 251)).toString(
      'base64',
    ),
  ],
  [
    'ideographs',
    Array.from({ length: 900 }, (_, index) =>
      String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
    ).join(''),
  ],
])('one long piece of %s gets the ids of the Rust crate', async (_, text) => {
  expect(await ids(text)).toEqual(await crateIds(crate, text));
});

test('ids are decoded as the Rust crate does, cut characters and unknown ids too', async () => {
  const anyId = fc.oneof(
    fc.integer({ min: 0, max: own.size }),
    fc.integer({ min: own.size - 30, max: own.size + 5 }),
  );
  const anyIds = fc.array(anyId, { maxLength: 24 });
  await fc.assert(
    fc.asyncProperty(anyIds, fc.boolean(), async (list, skip) => {
      expect(own.decode(list, skip)).toBe(await crate.decode(list, skip));
    }),
    { seed: 7, numRuns: isFull ? 20_000 : 1000 },
  );
  const [first = 0] = await own.encode('\u{10437}', { specials: false });
  expect(own.decode([first], false)).toBe('\ufffd');
  expect(own.decode([own.size + 5], false)).toBe('');
});

test('with specials off no added token comes out, and the text comes back', async () => {
  const added = new Set(own.addedTokens.map(({ id }) => id));
  await fc.assert(
    fc.asyncProperty(hardText, async (text) => {
      const plain = await own.encode(text, { specials: false });
      expect([...plain].filter((id) => added.has(id))).toEqual([]);
      const wellFormed = text.replace(/\p{Surrogate}/gu, '\ufffd');
      expect(own.decode(plain, false).normalize('NFC')).toBe(wellFormed.normalize('NFC'));
    }),
    { seed: 7, numRuns: 500 },
  );
});

test('a text is encoded the same the second time, when its pieces are remembered', async () => {
  await fc.assert(
    fc.asyncProperty(hardText, async (text) => {
      expect(await ids(text)).toEqual(await ids(text));
    }),
    { seed: 11, numRuns: 200 },
  );
});
