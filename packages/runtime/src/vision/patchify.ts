import type { RgbPicture } from './resize-pixels.ts';
import type { VisionConfig } from './vision-config.ts';

/** Numbers in one patch: channels, frames, rows and columns. */
export function patchLength({ patchSize, temporalPatchSize }: VisionConfig): number {
  return 3 * temporalPatchSize * patchSize * patchSize;
}

/**
 * Writes a picture's patches into `target` from `offset` on, one row of {@link patchLength} floats
 * each: patches of one token stand together, in a patch come channel, frame, row, column
 * (transformers' `pixel_values`). Gives the position behind them.
 *
 * @param picture its sides are multiples of patch size times merge size
 * @param table of {@link levelTable}
 */
export function patchify(
  picture: RgbPicture,
  config: VisionConfig,
  table: Float32Array,
  target: Float32Array,
  offset: number,
): number {
  const { patchSize, mergeSize } = config;
  const side = patchSize * mergeSize;
  let at = offset;
  for (let top = 0; top < picture.height; top += side) {
    for (let left = 0; left < picture.width; left += side) {
      for (let patch = 0; patch < mergeSize * mergeSize; patch += 1) {
        const y = top + Math.floor(patch / mergeSize) * patchSize;
        const x = left + (patch % mergeSize) * patchSize;
        at = writePatch(picture, y, x, config, table, target, at);
      }
    }
  }
  return at;
}

function writePatch(
  { levels, width }: RgbPicture,
  top: number,
  left: number,
  { patchSize, temporalPatchSize }: VisionConfig,
  table: Float32Array,
  target: Float32Array,
  offset: number,
): number {
  const area = patchSize * patchSize;
  let at = offset;
  for (let channel = 0; channel < 3; channel += 1) {
    const frame = at;
    for (let y = top; y < top + patchSize; y += 1) {
      let from = (y * width + left) * 3 + channel;
      for (let x = 0; x < patchSize; x += 1) {
        target[at] = table[channel * 256 + (levels[from] ?? 0)] ?? 0;
        at += 1;
        from += 3;
      }
    }
    for (let time = 1; time < temporalPatchSize; time += 1) {
      target.copyWithin(at, frame, frame + area);
      at += area;
    }
  }
  return at;
}
