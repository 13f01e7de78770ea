import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readInts } from '../../../src/engine/sglang/packed-ints.ts';

it('ids come through base64 and through a list', () => {
  const ids = fc.array(fc.integer({ min: 0, max: 2 ** 31 - 1 }), { maxLength: 50 });
  fc.assert(
    fc.property(ids, (list) => {
      const packed = Buffer.from(Int32Array.from(list).buffer).toString('base64');
      expect(Array.from(readInts(packed, 'path', 'reason'))).toEqual(list);
      expect(Array.from(readInts(list, 'path', 'reason'))).toEqual(list);
    }),
    { seed: 1, numRuns: 100 },
  );
});

it.each([
  ['base64 with a character that is none', 'AAA!AAA=='],
  ['bytes that are no whole number of ids', 'AAAA'],
  ['a fraction', [1.5]],
  ['a negative id', [-1]],
  ['an id beyond 31 bits', [2 ** 31]],
  ['text in a list', ['1']],
  ['an object', {}],
])('%s is refused', (_name, value) => {
  expect(() => readInts(value, 'path', 'reason')).toThrow(
    expect.objectContaining({ reason: 'reason', message: expect.stringMatching(/^path/) }),
  );
});
