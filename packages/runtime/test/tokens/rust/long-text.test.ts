import type { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ByteLevelTokenizer } from '../../../src/tokens/bpe/byte-level-tokenizer.ts';
import { readTokenizerSpec } from '../../../src/tokens/bpe/tokenizer-spec.ts';
import { loadEncoder, loadTokenizer, type Tokenizer } from '../../../src/tokens/index.ts';
import { crateTokenizer } from '../bpe/crate.ts';
import { checkpointWith, folderWith } from '../checkpoint-folder.ts';
import { smallTokenizer } from '../small-tokenizer.ts';
import { QWEN25_SHAPE } from '../templates/qwen2.5-shape.ts';
import { byteFallback } from './small-models.ts';
import { unitsOf } from './vocabularies.ts';

const bpe = smallTokenizer({
  merges: ['h e', 'l l', 'he ll', 'hell o', 'Ġ hello', 'a a', 'aa aa'],
  added: [{ content: '<|x|>' }],
  normalizer: { type: 'NFC' },
});

/** Above the bound in bytes, not in characters. */
const WIDE = '<|x|>'.concat('你好 e\u0301 hello\n'.repeat(20_000));

/** Whether two long arrays are equal; vitest takes seconds to say so. */
function isSame(left: ArrayBufferView, right: ArrayBufferView): boolean {
  const bytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
    Buffer.from(buffer, byteOffset, byteLength);
  return bytes(left).equals(bytes(right));
}

/** Turns of the event loop until a promise is settled. */
async function turnsUntil(promise: Promise<unknown>): Promise<number> {
  let turns = 0;
  const settled = promise.then(
    () => true,
    () => true,
  );
  const turn = () => new Promise((resolve) => setImmediate(resolve, false));
  while ((await Promise.race([settled, turn()])) === false) turns += 1;
  return turns;
}

describe.each([
  ['byte-level BPE', bpe],
  ['the binding', byteFallback],
])('text above 256 KB, by %s', { timeout: 60_000 }, (_, json) => {
  const load = async (): Promise<Tokenizer> =>
    loadTokenizer(await folderWith({ 'tokenizer.json': json }));

  test('is a promise, and the event loop turns until it has the ids and offsets of the crate', async () => {
    const tokenizer = await load();
    const encoded = tokenizer.encodeWithOffsets(WIDE, { specials: true });
    expect(encoded).toBeInstanceOf(Promise);
    expect(await turnsUntil(Promise.resolve(encoded))).toBeGreaterThan(10);
    const { ids, offsets } = await encoded;
    const crate = crateTokenizer({ ...json, truncation: null });
    const expected = await crate.encode(WIDE, null, { addSpecialTokens: false });
    expect(isSame(ids, Int32Array.from(expected.getIds()))).toBe(true);
    const units = unitsOf(WIDE);
    const pairs = expected.getOffsets().flatMap(([from = 0, to = 0]) => [units[from], units[to]]);
    expect(
      isSame(
        offsets,
        Uint32Array.from(pairs, (unit) => unit ?? 0),
      ),
    ).toBe(true);
    expect(isSame(await tokenizer.encode(WIDE, { specials: true }), ids)).toBe(true);
  });

  test('one text is given up without the others, also when it is in work', async () => {
    const tokenizer = await load();
    const reason = new Error('enough');
    const abort = new AbortController();
    const short = await tokenizer.encode('hello hello', { specials: true });
    const first = tokenizer.encode(WIDE, { specials: true, signal: abort.signal });
    const second = tokenizer.encode(WIDE, { specials: false, signal: abort.signal });
    const third = tokenizer.encode(WIDE, { specials: true, signal: new AbortController().signal });
    await new Promise((resolve) => setImmediate(resolve));
    abort.abort(reason);
    await expect(first).rejects.toBe(reason);
    await expect(second).rejects.toBe(reason);
    expect((await third).length).toBeGreaterThan(100_000);
    const late = tokenizer.encode(WIDE, { specials: true, signal: abort.signal });
    await expect(late).rejects.toBe(reason);
    expect(await tokenizer.encode('hello hello', { specials: true })).toEqual(short);
  });
});

test(
  'text of 256 KB is encoded at once, a byte more in a thread that ends after it',
  {
    timeout: 60_000,
  },
  async () => {
    const own = new ByteLevelTokenizer(readTokenizerSpec(bpe));
    const threads: Promise<unknown>[] = [];
    const note = (worker: Worker) => {
      threads.push(new Promise((resolve) => worker.once('exit', resolve)));
    };
    process.on('worker', note);
    onTestFinished(() => void process.off('worker', note));
    expect(own.encode('a'.repeat(262_144), { specials: true })).toBeInstanceOf(Int32Array);
    const longer = own.encode('a'.repeat(262_145), { specials: true });
    expect(longer).toBeInstanceOf(Promise);
    expect((await longer).length).toBe(65_537);
    const texts = Array.from({ length: 4 }, () => 'a'.repeat(300_000));
    await Promise.all(texts.map(async (text) => own.encode(text, { specials: false })));
    expect(threads.length).toBeGreaterThan(0);
    await Promise.all(threads);
  },
);

test(
  'a text in a thread has the tokens of the post-processor around it',
  {
    timeout: 60_000,
  },
  async () => {
    const own = new ByteLevelTokenizer(
      readTokenizerSpec({
        ...bpe,
        post_processor: {
          type: 'TemplateProcessing',
          single: [{ SpecialToken: { id: '<|x|>' } }, { Sequence: { id: 'A' } }],
          special_tokens: { '<|x|>': { ids: [263] } },
        },
      }),
    );
    const text = 'a'.repeat(300_000);
    const { ids, offsets } = await own.encodeWithOffsets(text, {
      specials: true,
      addSpecialTokens: true,
    });
    expect([ids[0], ids.length]).toEqual([263, 75_001]);
    expect(offsets.slice(0, 4)).toEqual(Uint32Array.of(0, 0, 0, 4));
    const alone = await own.encode(text, { specials: true, addSpecialTokens: true });
    expect(isSame(alone, ids)).toBe(true);
  },
);

test(
  'a long observation is a promise, and is given up by the signal of its request',
  {
    timeout: 60_000,
  },
  async () => {
    const checkpoint = await checkpointWith(QWEN25_SHAPE);
    const encoder = await loadEncoder({ checkpoint });
    const abort = new AbortController();
    const request = {
      messages: [{ role: 'user' as const, content: 'a<|im_end|>b '.repeat(25_000) }],
      history: [{ role: 'user' as const, content: 'q' }],
      lastId: encoder.stopIds.values().next().value,
      signal: abort.signal,
    };
    const { ids } = await encoder.encodeBridge(request);
    // The observation's own ends of turns are text: the sampled one is not repeated, one is written.
    expect(ids.filter((id) => encoder.stopIds.has(id)).length).toBe(1);
    expect(ids.length).toBeGreaterThan(300_000);
    const given = encoder.encodeBridge(request);
    expect(given).toBeInstanceOf(Promise);
    abort.abort(new Error('stopped'));
    await expect(given).rejects.toThrow('stopped');
  },
);
