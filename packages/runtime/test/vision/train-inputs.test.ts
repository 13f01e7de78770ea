import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RgbPicture } from '../../src/vision/resize-pixels.ts';
import { mergeTrainInput, trainInputShape } from '../../src/vision/train-inputs.ts';
import { qwenVisionDefaults } from '../../src/vision/vision-config.ts';

// Levels pass unchanged, so that a value tells which pixel it came from.
const config = {
  ...qwenVisionDefaults,
  patchSize: 2,
  rescaleFactor: 1,
  mean: [0, 0, 0] as const,
  std: [1, 1, 1] as const,
};

function numbered(rows: number, columns: number): RgbPicture {
  const side = config.patchSize * config.mergeSize;
  const [height, width] = [rows * side, columns * side];
  const levels = Uint8Array.from({ length: height * width * 3 }, (_, at) => at % 251);
  return { height, width, levels };
}

const pictures = fc.array(
  fc
    .record({ rows: fc.integer({ min: 1, max: 3 }), columns: fc.integer({ min: 1, max: 3 }) })
    .map(({ rows, columns }) => numbered(rows, columns)),
  { minLength: 1, maxLength: 4 },
);

test('each value is the pixel that Qwen’s order of patches puts there', () => {
  const picture = numbered(2, 3);
  const { data, shape } = mergeTrainInput('pixel_values', [picture], config);
  expect(shape).toEqual([4 * 6, 3 * 2 * 4]);
  const level = (y: number, x: number, channel: number): number =>
    picture.levels[(y * picture.width + x) * 3 + channel] ?? -1;
  // token row, token column, patch row, patch column, channel, frame, y, x
  const expected = [];
  for (const row of [0, 1]) {
    for (const column of [0, 1, 2]) {
      for (const [down, right] of [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ] as const) {
        for (const channel of [0, 1, 2]) {
          for (const _frame of [0, 1]) {
            for (const [y, x] of [
              [0, 0],
              [0, 1],
              [1, 0],
              [1, 1],
            ] as const) {
              expected.push(level(row * 4 + down * 2 + y, column * 4 + right * 2 + x, channel));
            }
          }
        }
      }
    }
  }
  expect([...data]).toEqual(expected);
});

test('tensors of several pictures are those of each under each other, key by key', () => {
  fc.assert(
    fc.property(pictures, (list) => {
      for (const key of ['pixel_values', 'image_grid_thw'] as const) {
        const merged = mergeTrainInput(key, list, config);
        const single = list.flatMap((picture) => [...mergeTrainInput(key, [picture], config).data]);
        expect([...merged.data]).toEqual(single);
        expect(merged.shape).toEqual(trainInputShape(key, list, config));
        expect(merged.shape.reduce((product, size) => product * size, 1)).toBe(single.length);
      }
    }),
    { seed: 5, numRuns: 50 },
  );
});

test('rows of pixels are the products of the grids', () => {
  fc.assert(
    fc.property(pictures, (list) => {
      const grids = mergeTrainInput('image_grid_thw', list, config).data;
      let rows = 0;
      for (let at = 0; at < grids.length; at += 3) {
        rows += Number(grids[at]) * Number(grids[at + 1]) * Number(grids[at + 2]);
      }
      expect(mergeTrainInput('pixel_values', list, config).shape[0]).toBe(rows);
    }),
    { seed: 6, numRuns: 50 },
  );
});
