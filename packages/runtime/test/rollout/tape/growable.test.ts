import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GrowableFloats, GrowableInts } from '../../../src/rollout/tape/growable.ts';

const float32 = fc.double({ noDefaultInfinity: true }).map((value) => Math.fround(value));

it('numbers come back as they went in, float32 or not, with zeros between', () => {
  const part = fc.oneof(
    fc.array(float32, { maxLength: 600 }),
    fc.array(fc.double(), { maxLength: 20 }),
    fc.nat(3000),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const growable = new GrowableFloats();
      const expected: number[] = [];
      for (const one of parts) {
        if (typeof one === 'number') growable.appendZeros(one);
        else growable.append(Float64Array.from(one));
        expected.push(...(typeof one === 'number' ? Array<number>(one).fill(0) : one));
      }
      expect([...growable.view]).toEqual(expected);
      growable.truncate(7);
      expect([...growable.view]).toEqual(expected.slice(0, 7));
    }),
    { seed: 7, numRuns: 60 },
  );
});

it('a view stays what it was when more is appended', () => {
  const ints = new GrowableInts(2);
  ints.append(Int32Array.of(1, 2));
  const { view } = ints;
  ints.append(new Int32Array(20_000).fill(3));
  expect([...view]).toEqual([1, 2]);
  expect(ints.length).toBe(20_002);
});
