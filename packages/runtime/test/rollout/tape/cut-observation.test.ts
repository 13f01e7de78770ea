import fc from 'fast-check';
import type { Message } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { cutObservation } from '../../../src/rollout/tape/cut-observation.ts';
import { builtinEncoder, loadEncoder } from '../../../src/tokens/index.ts';
import { vocabularyFolder } from '../../tokens/rust/vocabularies.ts';

const encoder = builtinEncoder();

async function encode(messages: readonly Message[]) {
  return await encoder.encodeBridge({
    messages,
    history: [{ role: 'user', content: 'go' }],
    lastId: undefined,
  });
}

describe('cutting an observation', () => {
  it.each([
    ['cut', 'beginning'],
    ['cut-left', 'end'],
  ] as const)(
    '%s: leaves the %s of its text within the limit, whole characters, never nothing',
    async (overflow, _side) => {
      await fc.assert(
        fc.asyncProperty(
          fc.string({ unit: 'grapheme', minLength: 20, maxLength: 80 }),
          fc.nat(120),
          async (text, room) => {
            const own = (await encode([{ role: 'user', content: '' }])).ids.length;
            const limit = own + room;
            const whole = await encode([{ role: 'user', content: text }]);
            fc.pre(whole.ids.length > limit && !text.includes('\uFFFD'));
            const cut = await cutObservation(
              [{ role: 'user', content: text }],
              limit,
              overflow,
              encoder,
              encode,
            );
            const kept = cut?.messages[0]?.content;
            if (cut === undefined || typeof kept !== 'string') {
              // Only a room too small for that character may leave nothing.
              const one = overflow === 'cut' ? text.slice(0, 2) : text.slice(-2);
              expect(room).toBeLessThanOrEqual(Buffer.byteLength(one) + 3);
              return;
            }
            expect(cut.encoded.ids.length).toBeLessThanOrEqual(limit);
            expect(kept.length).toBeGreaterThan(0);
            expect(overflow === 'cut' ? text.startsWith(kept) : text.endsWith(kept)).toBe(true);
          },
        ),
        { seed: 9, numRuns: 200 },
      );
    },
  );

  it('takes the longest text of several and leaves the others', async () => {
    const messages: Message[] = [
      { role: 'tool', content: 'short' },
      { role: 'tool', content: 'x'.repeat(200) },
    ];
    const limit = (await encode(messages)).ids.length - 50;
    const cut = await cutObservation(messages, limit, 'cut', encoder, encode);
    expect(cut?.messages).toEqual([
      { role: 'tool', content: 'short' },
      { role: 'tool', content: 'x'.repeat(150) },
    ]);
    expect(cut?.cuts).toEqual([{ message: 1, part: null, tokens: 200, kept: 150 }]);
  });

  it('takes the longest down to the next, then both alike, and says from which', async () => {
    const messages: Message[] = [
      { role: 'tool', content: 'a'.repeat(40) },
      { role: 'tool', content: [{ type: 'text', text: 'b'.repeat(90) }] },
      { role: 'tool', content: 'c'.repeat(100) },
    ];
    const limit = (await encode(messages)).ids.length - 101;
    const cut = await cutObservation(messages, limit, 'cut', encoder, encode);
    expect(cut?.messages).toEqual([
      { role: 'tool', content: 'a'.repeat(40) },
      { role: 'tool', content: [{ type: 'text', text: 'b'.repeat(45) }] },
      { role: 'tool', content: 'c'.repeat(44) },
    ]);
    expect(cut?.cuts).toEqual([
      { message: 1, part: 0, tokens: 90, kept: 45 },
      { message: 2, part: null, tokens: 100, kept: 44 },
    ]);
  });

  it('fits whatever leaves each text a character, and cuts no more and no less fairly', async () => {
    const sides = fc.constantFrom<'cut' | 'cut-left'>('cut', 'cut-left');
    const text = fc.string({ unit: fc.constantFrom('a', 'Z', ' ', '7'), maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 5 }),
        fc.nat(320),
        sides,
        async (texts, room, overflow) => {
          const say = (all: string[]): Message[] =>
            all.map((content): Message => ({ role: 'tool', content }));
          const limit = (await encode(say(texts.map(() => '')))).ids.length + room;
          fc.pre((await encode(say(texts))).ids.length > limit);
          const cut = await cutObservation(say(texts), limit, overflow, encoder, encode);
          // Of the built-in tokenizer each of these characters is one id.
          const filled = texts.filter((each) => each !== '').length;
          expect(cut === undefined).toBe(room < filled);
          if (cut === undefined) return;
          const kept = cut.messages.map(({ content }) =>
            typeof content === 'string' ? content : '',
          );
          const lost = new Map(
            cut.cuts.map(({ message, tokens, kept: left }) => [message, tokens - left]),
          );
          expect(cut.encoded.ids.length).toBe(limit);
          expect(cut.encoded.ids).toEqual((await encode(cut.messages)).ids);
          const level = Math.max(...kept.map((each) => each.length));
          for (const [at, whole] of texts.entries()) {
            const left = kept[at] ?? '';
            expect(overflow === 'cut' ? whole.startsWith(left) : whole.endsWith(left)).toBe(true);
            expect(whole.length - left.length).toBe(lost.get(at) ?? 0);
            if (left !== whole) expect(left.length).toBeGreaterThanOrEqual(level - 1);
          }
        },
      ),
      { seed: 11, numRuns: 200 },
    );
  });

  it('uses the room where the template writes its texts longer than they are', async () => {
    // As a template that prints content with `tojson`.
    const escaping = (messages: readonly Message[]) =>
      encode(messages.map((one) => ({ ...one, content: JSON.stringify(one.content) })));
    const text = fc.string({
      unit: fc.constantFrom('a', '"', '\\', '\n', '\u0001', 'é'),
      minLength: 60,
      maxLength: 400,
    });
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.integer({ min: 12, max: 300 }),
        fc.constantFrom<'cut' | 'cut-left'>('cut', 'cut-left'),
        async (content, room, overflow) => {
          const limit = (await escaping([{ role: 'tool', content: '' }])).ids.length + room;
          fc.pre((await escaping([{ role: 'tool', content }])).ids.length > limit);
          const cut = await cutObservation(
            [{ role: 'tool', content }],
            limit,
            overflow,
            encoder,
            escaping,
          );
          const used = room - limit + (cut?.encoded.ids.length ?? 0);
          expect(used).toBeLessThanOrEqual(room);
          // A sign is six ids at most; a tenth may stay free.
          expect(used).toBeGreaterThanOrEqual(room - Math.max(8, room / 10) - 6);
        },
      ),
      { seed: 13, numRuns: 60 },
    );
  });

  it('keeps the whole characters of a vocabulary that writes rare ones as bytes', async () => {
    const gemma = await loadEncoder({ checkpoint: vocabularyFolder('gemma3') });
    const bridge = async (messages: readonly Message[]) =>
      await gemma.encodeBridge({
        messages,
        history: [{ role: 'user', content: 'go' }],
        lastId: undefined,
      });
    const own = (await bridge([{ role: 'user', content: 'x' }])).ids.length - 1;
    for (const overflow of ['cut', 'cut-left'] as const) {
      const kept = async (room: number) =>
        (
          await cutObservation(
            [{ role: 'user', content: '\u{20bb7}'.repeat(60) }],
            own + room,
            overflow,
            gemma,
            bridge,
          )
        )?.messages[0]?.content;
      expect(await Promise.all([3, 4, 5, 7, 8, 11].map(kept))).toEqual(
        [0, 1, 1, 1, 2, 2].map((count) => (count === 0 ? undefined : '\u{20bb7}'.repeat(count))),
      );
    }
  });

  it('cuts what is all replacement characters', async () => {
    const content = '\uFFFD'.repeat(60);
    const limit = (await encode([{ role: 'user', content: '' }])).ids.length + 30;
    const cut = await cutObservation([{ role: 'user', content }], limit, 'cut', encoder, encode);
    expect(cut?.messages[0]?.content).toMatch(/^\uFFFD{7,10}$/);
  });

  it.each(['cut', 'cut-left'] as const)('%s: takes a lone surrogate for U+FFFD', async (side) => {
    const content = `${'\ud800'.repeat(30)}${'a'.repeat(30)}${'\udc00'.repeat(30)}`;
    const limit = (await encode([{ role: 'user', content: '' }])).ids.length + 45;
    const cut = await cutObservation([{ role: 'user', content }], limit, side, encoder, encode);
    expect(cut?.messages[0]?.content).toMatch(/^\uFFFD{12,15}$/);
  });

  // In a time that grows with the square of the length, one of these outlasts the time limit.
  it.each([
    ['lone surrogates', '\ud800'.repeat(100_000)],
    ['replacement characters before others', `${'\uFFFD'.repeat(300_000)}x`],
    ['parts', Array.from({ length: 20_000 }, () => ({ type: 'text' as const, text: 'ab' }))],
  ])('takes a time that grows as the observation: %s', async (_, content) => {
    const messages: Message[] = [{ role: 'user', content }];
    const limit = (await encode(messages)).ids.length - 50;
    const cut = await cutObservation(messages, limit, 'cut-left', encoder, encode);
    expect(cut?.encoded.ids.length).toBeLessThanOrEqual(limit);
  });
});
