import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadPair } from '../rust/vocabularies.ts';
import { crateIds } from './crate.ts';
import { hardText } from './hard-text.ts';

const { own, crate } = loadPair('qwen3');
const ids = async (text: string) => [...(await own.encode(text, { specials: true }))];

test('marks compose and change places as in the Rust crate', async () => {
  let text = '';
  for (let code = 0x300; code < 0x20000; code += 1) {
    const mark = String.fromCodePoint(code);
    if (!/\p{M}/u.test(mark)) continue;
    text += `a${mark}\u0301 a\u0301${mark} a${mark}\u0316 a\u0316${mark} ${mark}${mark}\n`;
  }
  expect(await ids(text)).toEqual(await crateIds(crate, text));
});

test('a cut character and an unknown id are decoded to U+FFFD and to nothing', async () => {
  const [first = 0] = await own.encode('\u{10437}', { specials: false });
  expect(own.decode([first], false)).toBe('\ufffd');
  expect(own.decode([own.size + 5, -1], false)).toBe('');
});

test('as many ids as fill megabytes are decoded as by the Rust crate, and few after them', async () => {
  for (const count of [2000, 300_000, 3, 5000]) {
    const many = Array.from({ length: count }, (_, at) => (at * 7919) % own.size);
    expect(own.decode(many, false) === (await crate.decode(many, false))).toBe(true);
  }
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

test('with encodeSpecialsAsText, special tokens are text and other added tokens are ids', async () => {
  const text = 'a<|im_end|></think><tool_call>';
  const shown = async (encodeSpecialsAsText: boolean) =>
    [...(await own.encode(text, { specials: true, encodeSpecialsAsText }))].map((id) =>
      own.decode([id], false),
    );
  expect(await shown(false)).toEqual(['a', '<|im_end|>', '</think>', '<tool_call>']);
  const asText = await shown(true);
  expect(asText.join('')).toBe(text);
  expect(asText.slice(-2)).toEqual(['</think>', '<tool_call>']);
  expect(asText).not.toContain('<|im_end|>');
});

test('a text is encoded the same the second time, when its pieces are remembered', async () => {
  await fc.assert(
    fc.asyncProperty(hardText, async (text) => {
      expect(await ids(text)).toEqual(await ids(text));
    }),
    { seed: 11, numRuns: 200 },
  );
});

test('the stretches of ids lie side by side and cover a text in NFC', async () => {
  await fc.assert(
    fc.asyncProperty(hardText, async (sample) => {
      const text = sample.replace(/\p{Surrogate}/gu, '').normalize('NFC');
      const { offsets } = await own.encodeWithOffsets(text, { specials: true });
      let end = 0;
      for (let index = 0; index < offsets.length; index += 2) {
        // Ids that share a character have it both.
        expect(offsets[index]).toBeLessThanOrEqual(end);
        end = Math.max(end, offsets[index + 1] ?? 0);
      }
      expect(end).toBe(text.length);
    }),
    { seed: 7, numRuns: 500 },
  );
});
