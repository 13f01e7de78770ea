import { type Encoded, type EncodedImage, EncoderError } from 'slime-sdk';
import { pixelsOf } from '../../vision/picture-pixels.ts';

/**
 * Holds ids and pictures together: each picture stands at its own placeholders, there are no
 * others, and they are as many as its grid and its pixels make.
 *
 * @throws EncoderError that names the first difference
 */
export function assertPictures({ ids, images }: Encoded, padId: number | undefined): void {
  let from = 0;
  for (const [index, image] of images.entries()) {
    assertGrid(image, index);
    if (padId === undefined) continue;
    const end = image.offset + image.tokens;
    const at = ids.indexOf(padId, from);
    const isWhole = ids.subarray(image.offset, end).every((id) => id === padId);
    if (at !== image.offset || !isWhole || end > ids.length) {
      throw new EncoderError(
        `picture ${index} has ${image.tokens} tokens from position ${image.offset} on, where the ` +
          `placeholders ${padId} are not: they begin at ${at}`,
      );
    }
    from = end;
  }
  if (padId === undefined) return;
  const stray = ids.indexOf(padId, from);
  if (stray < 0) return;
  throw new EncoderError(
    `the placeholder ${padId} at position ${stray} belongs to none of the ${images.length} pictures`,
  );
}

function assertGrid(image: EncodedImage, index: number): void {
  const [time, rows, columns] = image.grid_thw;
  const stored = pixelsOf(image);
  if (stored === undefined) return;
  const { patchSize, mergeSize } = stored.config;
  const { height, width, levels } = stored.picture;
  const isStored =
    height === rows * patchSize &&
    width === columns * patchSize &&
    levels.length === height * width * 3;
  if (isStored && image.tokens * mergeSize ** 2 === time * rows * columns) return;
  throw new EncoderError(
    `picture ${index} has ${image.tokens} tokens, a grid of ${image.grid_thw.join(' x ')} and ` +
      `${width}x${height} pixels, which do not fit each other`,
  );
}
