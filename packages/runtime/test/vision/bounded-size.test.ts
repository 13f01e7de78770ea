import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundedSize, MOST_PIXELS } from '../../src/vision/bounded-size.ts';
import { smartResize } from '../../src/vision/smart-resize.ts';

const square = (side: number) => ({ height: side, width: side });
const QWEN = { patchSize: 14, mergeSize: 2 };

test.each([
  ['min_pixels', square(8), QWEN, 10 ** 12, 10 ** 13],
  // By 8000 pixels a side, of which 4000 would do.
  ['min_pixels', square(8), { patchSize: 2000, mergeSize: 2 }, 30_000_000, 33_000_000],
  ['max_pixels', square(9000), QWEN, 3136, 10 ** 12],
  ['patch_size or merge_size', square(8), { patchSize: 100_000, mergeSize: 2 }, 3136, 10 ** 7],
  [
    'patch_size or merge_size',
    { height: 2600, width: 520_000 },
    { patchSize: 5000, mergeSize: 1 },
    3136,
    12_845_056,
  ],
] as const)('a picture that gets too large is laid to %s', (way, size, sides, least, most) => {
  expect(() => boundedSize(size, sides, least, most)).toThrow(
    new RegExp(`at most ${MOST_PIXELS} pixels are allowed: lower ${way}$`),
  );
});

test('what fits has the size of the smart resize', () => {
  const side = fc.integer({ min: 1, max: 8000 });
  fc.assert(
    fc.property(side, side, fc.integer({ min: 1, max: 64 }), (height, width, patchSize) => {
      fc.pre(Math.max(height, width) <= 200 * Math.min(height, width));
      const config = { patchSize, mergeSize: 2 };
      expect(boundedSize({ height, width }, config, 3136, 12_845_056)).toEqual(
        smartResize({ height, width }, 2 * patchSize, 3136, 12_845_056),
      );
    }),
    { seed: 5 },
  );
});
