import { resizeWeights } from './resize-weights.ts';
import type { Size } from './smart-resize.ts';
import type { PictureBackend } from './vision-config.ts';

/** RGB levels in rows of `width` × 3. */
export interface RgbPicture extends Size {
  readonly levels: Uint8Array;
}

/**
 * Resizes a picture as `Image.resize(BICUBIC)` of PIL does, or as torch's antialiased bicubic of
 * `uint8`: in two passes, each rounded to levels; equal to theirs in every byte.
 */
export function resizePixels(from: RgbPicture, to: Size, backend: PictureBackend): RgbPicture {
  return isDownFirst(from, to, backend)
    ? resizeAcross(resizeDown(from, to.height, backend), to.width, backend)
    : resizeDown(resizeAcross(from, to.width, backend), to.height, backend);
}

/** PIL from 13 on begins with the height where that loses more than twice as many lines. */
function isDownFirst(from: Size, to: Size, backend: PictureBackend): boolean {
  const lines = from.height - to.height;
  return backend === 'pil13' && lines > 0 && lines > 2 * (from.width - to.width);
}

function resizeAcross(from: RgbPicture, width: number, backend: PictureBackend): RgbPicture {
  if (width === from.width) return from;
  const { height, levels: source } = from;
  const { weights, bits, stride, first, count } = resizeWeights(from.width, width, backend);
  const half = 1 << (bits - 1);
  const levels = new Uint8ClampedArray(width * height * 3);
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    const row = y * from.width * 3;
    for (let x = 0; x < width; x += 1) {
      let at = row + (first[x] ?? 0) * 3;
      let red = half;
      let green = half;
      let blue = half;
      const end = x * stride + (count[x] ?? 0);
      for (let tap = x * stride; tap < end; tap += 1) {
        const weight = weights[tap] ?? 0;
        red = (red + Math.imul(source[at] ?? 0, weight)) | 0;
        green = (green + Math.imul(source[at + 1] ?? 0, weight)) | 0;
        blue = (blue + Math.imul(source[at + 2] ?? 0, weight)) | 0;
        at += 3;
      }
      levels[to] = red >> bits;
      levels[to + 1] = green >> bits;
      levels[to + 2] = blue >> bits;
      to += 3;
    }
  }
  return { width, height, levels: new Uint8Array(levels.buffer) };
}

/** Line by line, so that memory is read in its order. */
function resizeDown(from: RgbPicture, height: number, backend: PictureBackend): RgbPicture {
  if (height === from.height) return from;
  const { width, levels: source } = from;
  const { weights, bits, stride, first, count } = resizeWeights(from.height, height, backend);
  const row = width * 3;
  const levels = new Uint8ClampedArray(row * height);
  const sums = new Int32Array(row);
  for (let y = 0; y < height; y += 1) {
    sums.fill(1 << (bits - 1));
    const end = y * stride + (count[y] ?? 0);
    let base = (first[y] ?? 0) * row;
    let tap = y * stride;
    // Four lines at a time: a third less time than one by one.
    for (; tap + 3 < end; tap += 4) {
      addFour(sums, source, base, row, weights, tap);
      base += 4 * row;
    }
    for (; tap < end; tap += 1) {
      const weight = weights[tap] ?? 0;
      for (let x = 0; x < row; x += 1) {
        sums[x] = (sums[x] ?? 0) + Math.imul(source[base + x] ?? 0, weight);
      }
      base += row;
    }
    const to = y * row;
    for (let x = 0; x < row; x += 1) levels[to + x] = (sums[x] ?? 0) >> bits;
  }
  return { width, height, levels: new Uint8Array(levels.buffer) };
}

function addFour(
  sums: Int32Array,
  source: Uint8Array,
  base: number,
  row: number,
  weights: Int32Array,
  tap: number,
): void {
  const first = weights[tap] ?? 0;
  const second = weights[tap + 1] ?? 0;
  const third = weights[tap + 2] ?? 0;
  const fourth = weights[tap + 3] ?? 0;
  const secondBase = base + row;
  const thirdBase = secondBase + row;
  const fourthBase = thirdBase + row;
  for (let x = 0; x < row; x += 1) {
    sums[x] =
      (sums[x] ?? 0) +
      Math.imul(source[base + x] ?? 0, first) +
      Math.imul(source[secondBase + x] ?? 0, second) +
      Math.imul(source[thirdBase + x] ?? 0, third) +
      Math.imul(source[fourthBase + x] ?? 0, fourth);
  }
}
