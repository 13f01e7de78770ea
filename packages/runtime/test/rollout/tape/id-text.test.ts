import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IdText } from '../../../src/rollout/tape/id-text.ts';

const id = fc.oneof(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.nat({ max: 12 }));

it('is the ids as JSON has them, whatever is appended at once and however long it gets', () => {
  const chunk = fc.array(id, { maxLength: 4000, size: 'max' });
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 6 }), (chunks) => {
      const text = new IdText();
      for (const ids of chunks) text.append(Int32Array.from(ids));
      expect(`[${Buffer.concat(text.pieces).toString()}]`).toBe(JSON.stringify(chunks.flat()));
    }),
    { numRuns: 60, seed: 7, endOnFailure: true },
  );
});

it('leaves the pieces that were given out as they were', () => {
  const text = new IdText();
  text.append(Int32Array.of(1, 20, 300));
  const before = text.pieces;
  text.append(Int32Array.from({ length: 5000 }, (_, at) => at * 1000));
  expect(Buffer.concat(before).toString()).toBe('1,20,300');
});
