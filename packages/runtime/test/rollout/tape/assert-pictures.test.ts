import fc from 'fast-check';
import type { Encoded, EncodedImage } from 'slime-sdk';
import { expect, test } from 'vitest';
import { assertPictures } from '../../../src/rollout/tape/assert-pictures.ts';
import { TokenTape } from '../../../src/rollout/tape/token-tape.ts';
import { PicturePixels } from '../../../src/vision/picture-pixels.ts';
import { qwenVisionDefaults } from '../../../src/vision/vision-config.ts';

const PAD = 9;

function image(offset: number, rows: number, columns: number): EncodedImage {
  const [height, width] = [rows * 28, columns * 28];
  const levels = new Uint8Array(height * width * 3);
  const pixels = new PicturePixels({ height, width, levels }, qwenVisionDefaults, 'key');
  const facts = {
    offset,
    tokens: rows * columns,
    grid_thw: [1, rows * 2, columns * 2] as const,
    dataUri: 'data:,',
    source: 'a.png',
    pixels,
  };
  return facts;
}

/** Texts and pictures in turn; between two pictures there may be no text at all. */
const encoded = fc
  .array(
    fc.record({
      text: fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 3 }),
      rows: fc.integer({ min: 1, max: 3 }),
      columns: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts): Encoded => {
    const ids: number[] = [];
    const images: EncodedImage[] = [];
    for (const { text, rows, columns } of parts) {
      ids.push(...text);
      images.push(image(ids.length, rows, columns));
      for (let pad = 0; pad < rows * columns; pad += 1) ids.push(PAD);
    }
    return { ids: Int32Array.from([...ids, 1]), images };
  });

test('pictures at their own placeholders hold', () => {
  fc.assert(
    fc.property(encoded, (given) => {
      expect(() => assertPictures(given, PAD)).not.toThrow();
    }),
    { seed: 1, numRuns: 300 },
  );
});

test('one placeholder more, less or elsewhere is found', () => {
  fc.assert(
    fc.property(encoded, fc.nat(), (given, choice) => {
      const at = choice % given.ids.length;
      const changed = Int32Array.from(given.ids);
      changed[at] = changed[at] === PAD ? 0 : PAD;
      expect(() => assertPictures({ ...given, ids: changed }, PAD)).toThrow('placeholder');
    }),
    { seed: 2, numRuns: 300 },
  );
});

test('a picture too many, and pixels that are not those of the grid, are found', () => {
  const ids = Int32Array.from([1, PAD, PAD, 1]);
  const good = image(1, 1, 2);
  assertPictures({ ids, images: [good] }, PAD);
  expect(() => assertPictures({ ids, images: [] }, PAD)).toThrow('belongs to none of the 0');
  expect(() => assertPictures({ ids, images: [good, good] }, PAD)).toThrow(
    'picture 1 has 2 tokens',
  );
  const flat = { ...good, grid_thw: [1, 4, 4] as const };
  expect(() => assertPictures({ ids, images: [flat] }, PAD)).toThrow('1 x 4 x 4 and 56x28 pixels');
  const twice = { ...image(1, 2, 2), offset: 1, tokens: 2 };
  expect(() => assertPictures({ ids, images: [twice] }, PAD)).toThrow('do not fit each other');
});

test('a tape holds pictures to their placeholders with every append', () => {
  const options = { experts: null, imagePadId: PAD };
  const prompt = { ids: Int32Array.from([1, PAD, PAD, 1]), images: [image(1, 1, 2)] };
  const tape = new TokenTape(prompt, options);
  expect(() => new TokenTape({ ...prompt, images: [] }, options)).toThrow('belongs to none');
  expect(() => tape.appendObserved({ ids: Int32Array.of(2, PAD), images: [] })).toThrow(
    'belongs to none',
  );
  tape.appendObserved({ ids: Int32Array.of(2, PAD, 3), images: [image(1, 1, 1)] });
  expect(tape.images.map(({ offset }) => offset)).toEqual([1, 5]);
});
