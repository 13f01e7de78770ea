import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { hardText } from '../bpe/hard-text.ts';
import { loadPair, type Pair, unitsOf, VOCABULARIES } from './vocabularies.ts';

const isFull = process.env['SLIME_TEST_TIER'] === 'full';
const RANDOM_STRINGS = isFull ? 100_000 : 1000;
/** Every code point in the full tier, else one of so many. */
const CODE_POINT_STEP = isFull ? 1 : 211;
/** Milliseconds for one test of the full tier on a busy machine. */
const LONG = 1_800_000;

const anyCode = fc.integer({ min: 0, max: 0x10ffff });

/** Code points of any plane, in runs of one block as text has them. */
const anyPlane = fc
  .array(
    fc.oneof(
      anyCode.map((code) => [code]),
      fc
        .tuple(anyCode, fc.array(fc.integer({ min: 0, max: 63 }), { maxLength: 8 }))
        .map(([first, more]) => more.map((offset) => Math.min(first + offset, 0x10ffff))),
    ),
    { maxLength: 8 },
  )
  .map((runs) => String.fromCodePoint(...runs.flat()));

beforeAll(() => {
  console.log(
    `${RANDOM_STRINGS} random strings and one code point of ${CODE_POINT_STEP} a vocabulary`,
  );
});

describe.each(VOCABULARIES)('%s', { timeout: LONG }, (name) => {
  let pair: Pair;
  beforeAll(() => {
    pair = loadPair(name);
  }, LONG);

  const ownIds = async (text: string) => [...(await pair.own.encode(text, { specials: true }))];
  const crateIds = async (text: string) =>
    (await pair.crate.encode(text, null, { addSpecialTokens: false })).getIds();

  test('random and hard texts get the ids and offsets of the Rust crate', async () => {
    const added = pair.own.addedTokens.map(({ content }) => content);
    const withTokens = fc
      .array(fc.oneof(hardText, anyPlane, fc.constantFrom(...added)), { maxLength: 4 })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.oneof(hardText, anyPlane, withTokens), async (text) => {
        const expected = await pair.crate.encode(text, null, { addSpecialTokens: true });
        const units = unitsOf(text);
        const options = { specials: true, addSpecialTokens: true };
        const { ids, offsets } = await pair.own.encodeWithOffsets(text, options);
        expect([...ids]).toEqual(expected.getIds());
        expect([...offsets]).toEqual(
          expected.getOffsets().flatMap(([from = 0, to = 0]) => [units[from], units[to]]),
        );
        expect(await pair.own.encode(text, options)).toEqual(ids);
      }),
      { seed: 7, numRuns: RANDOM_STRINGS },
    );
  });

  test('code points of every plane get the ids of the Rust crate', async () => {
    const around = (code: number) => {
      const it = String.fromCodePoint(code);
      return `a${it}b ${it} 1${it}2${it}${it}'s\n ${it}\n`;
    };
    for (let first = 0; first < 0x110000; first += 4096) {
      let text = '';
      for (let code = first; code < first + 4096; code += CODE_POINT_STEP) {
        if (code < 0xd800 || code > 0xdfff) text += around(code);
      }
      const [ids, expected] = [await ownIds(text), await crateIds(text)];
      // To compare them by vitest takes longer than to encode them.
      if (ids.length === expected.length && ids.every((id, at) => id === expected[at])) continue;
      expect(ids, `from U+${first.toString(16)}`).toEqual(expected);
    }
  });

  test('long pieces get the ids of the Rust crate', async () => {
    const pieces = [
      'a'.repeat(3000),
      ' '.repeat(3000),
      `${' '.repeat(1000)}x${'\n'.repeat(1000)}${'\t\n '.repeat(500)}`,
      '1234567890'.repeat(200),
      Array.from({ length: 5000 }, (_, index) =>
        String.fromCharCode(97 + ((index * index * 31 + (index >> 3) * 7) % 26)),
      ).join(''),
      Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * index) % 251)).toString(
        'base64',
      ),
      Array.from({ length: 900 }, (_, index) =>
        String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
      ).join(''),
    ];
    for (const piece of pieces) expect(await ownIds(piece)).toEqual(await crateIds(piece));
  });

  test('with specials off, texts get the ids of a Rust crate without added tokens', async () => {
    const plain = pair.plainCrate();
    const added = pair.own.addedTokens.map(({ content }) => content);
    const text = fc
      .array(fc.oneof(hardText, fc.constantFrom(...added)), { maxLength: 3 })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, async (sample) => {
        const ids = await pair.own.encode(sample, { specials: false });
        const expected = await plain.encode(sample, null, { addSpecialTokens: false });
        expect([...ids]).toEqual(expected.getIds());
      }),
      { seed: 7, numRuns: RANDOM_STRINGS / 5 },
    );
  });

  test('ids are decoded as the Rust crate does, at once and as they come', async () => {
    const { own, crate } = pair;
    const anyId = fc.oneof(
      fc.integer({ min: 0, max: own.size }),
      fc.integer({ min: own.size - 30, max: own.size + 5 }),
      // Tokens of a few bytes, that cut characters.
      fc.integer({ min: 0, max: 300 }),
    );
    const chunks = fc.array(fc.array(anyId, { maxLength: 5 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(chunks, fc.boolean(), async (lists, skip) => {
        const ids = lists.flat();
        const whole = await crate.decode(ids, skip);
        expect(own.decode(ids, skip)).toBe(whole);
        const stream = own.decodeStream(skip);
        const parts: string[] = [];
        for (const list of lists) parts.push(await stream.push(list));
        parts.push(await stream.end());
        expect(parts.join('')).toBe(whole);
      }),
      { seed: 7, numRuns: RANDOM_STRINGS },
    );
  });
});
