import { PictureFault } from './picture-fault.ts';
import { type Size, smartResize } from './smart-resize.ts';
import type { VisionConfig } from './vision-config.ts';

/** Pixels of a resized picture: 800 MB as the trainer's numbers. */
export const MOST_PIXELS = 2 ** 25;

/**
 * The size of a picture after the smart resize.
 *
 * @throws PictureFault that names the bound, or the sides of patches, which make it too large.
 */
export function boundedSize(
  size: Size,
  { patchSize, mergeSize }: Pick<VisionConfig, 'patchSize' | 'mergeSize'>,
  minPixels: number,
  maxPixels: number,
): Size {
  const factor = patchSize * mergeSize;
  const resized = smartResize(size, factor, minPixels, maxPixels);
  if (fits(resized)) return resized;
  // The cause is what would have to be another number.
  const [cause, way] = fits(smartResize(size, factor, 1, maxPixels))
    ? [`min_pixels ${minPixels}`, 'min_pixels']
    : fits(smartResize(size, factor, minPixels, MOST_PIXELS))
      ? [`max_pixels ${maxPixels}`, 'max_pixels']
      : [`patch_size ${patchSize} and merge_size ${mergeSize}`, 'patch_size or merge_size'];
  throw new PictureFault(
    `would be resized to ${resized.width}x${resized.height} by ${cause}; ` +
      `at most ${MOST_PIXELS} pixels are allowed: lower ${way}`,
  );
}

function fits({ width, height }: Size): boolean {
  return width * height <= MOST_PIXELS;
}
