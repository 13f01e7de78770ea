import fc from 'fast-check';
import type { Message } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { cutObservation } from '../../../src/rollout/tape/cut-observation.ts';
import { builtinEncoder } from '../../../src/tokens/index.ts';

const encoder = builtinEncoder();

async function encode(messages: readonly Message[]) {
  return await encoder.encodeBridge({
    messages,
    history: [{ role: 'user', content: 'go' }],
    lastId: undefined,
  });
}

describe('cutting an observation', () => {
  it('leaves a beginning of its text within the limit, whole characters, never nothing', async () => {
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
            encoder,
            encode,
          );
          const kept = cut?.messages[0]?.content;
          if (cut === undefined || typeof kept !== 'string') {
            // Only a room too small for the first character may leave nothing.
            expect(room).toBeLessThanOrEqual(Buffer.byteLength(text.slice(0, 2)) + 3);
            return;
          }
          expect(cut.encoded.ids.length).toBeLessThanOrEqual(limit);
          expect(kept.length).toBeGreaterThan(0);
          expect(text.startsWith(kept)).toBe(true);
        },
      ),
      { seed: 9, numRuns: 200 },
    );
  });

  it('takes the longest text of several and leaves the others', async () => {
    const messages: Message[] = [
      { role: 'tool', content: 'short' },
      { role: 'tool', content: 'x'.repeat(200) },
    ];
    const limit = (await encode(messages)).ids.length - 50;
    const cut = await cutObservation(messages, limit, encoder, encode);
    expect(cut?.messages).toEqual([
      { role: 'tool', content: 'short' },
      { role: 'tool', content: 'x'.repeat(150) },
    ]);
  });
});
