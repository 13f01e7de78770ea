import type { PictureBackend } from './vision-config.ts';

/** What each pixel of a resized line is summed from. */
export interface ResizeWeights {
  /** Weights that one output pixel has room for in `weights`. */
  readonly stride: number;
  /** First input pixel and number of input pixels of each output pixel. */
  readonly first: Int32Array;
  readonly count: Int32Array;
  /** Fixed-point weights, `stride` for each output pixel. */
  readonly weights: Int32Array;
  /** Bits behind the point. */
  readonly bits: number;
}

/** Bits of PIL's 8-bit weights: 32 less 8 of the level and 2 of headroom. */
const PIL_BITS = 22;

/** torch's weights of `uint8` are 16-bit integers. */
const TORCH_LARGEST = 2 ** 15;

/**
 * The weights of an antialiased bicubic resize of one line: windows and weights as
 * `precompute_coeffs` of PIL's Resample.c finds them, fixed-point numbers as each backend rounds
 * them. Normalised in double precision.
 */
export function resizeWeights(from: number, to: number, backend: PictureBackend): ResizeWeights {
  const scale = from / to;
  const filterScale = Math.max(scale, 1);
  const support = 2 * filterScale;
  const stride = Math.ceil(support) * 2 + 1;
  const first = new Int32Array(to);
  const count = new Int32Array(to);
  const exact = new Float64Array(to * stride);
  for (let at = 0; at < to; at += 1) {
    const center = (at + 0.5) * scale;
    const low = Math.max(0, Math.trunc(center - support + 0.5));
    const size = Math.min(from, Math.trunc(center + support + 0.5)) - low;
    let total = 0;
    for (let tap = 0; tap < size; tap += 1) {
      const weight = bicubic((tap + low - center + 0.5) * (1 / filterScale));
      exact[at * stride + tap] = weight;
      total += weight;
    }
    for (let tap = at * stride; tap < at * stride + size; tap += 1) {
      exact[tap] = (exact[tap] ?? 0) / (total === 0 ? 1 : total);
    }
    first[at] = low;
    count[at] = size;
  }
  const bits = backend === 'torch' ? torchBits(exact) : PIL_BITS;
  return { stride, first, count, weights: fixedPoint(exact, bits), bits };
}

/** Keys' cubic with a = -0.5. */
function bicubic(distance: number): number {
  const a = -0.5;
  const x = Math.abs(distance);
  if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  if (x < 2) return (((x - 5) * x + 8) * x - 4) * a;
  return 0;
}

/** The most bits with which the largest weight stays a 16-bit integer. */
function torchBits(exact: Float64Array): number {
  const largest = exact.reduce((most, weight) => Math.max(most, weight), 0);
  let bits = 0;
  while (bits < PIL_BITS && Math.trunc(0.5 + largest * 2 ** (bits + 1)) < TORCH_LARGEST) bits += 1;
  return bits;
}

/** Halves away from zero, as C's cast of `x ± 0.5`. */
function fixedPoint(exact: Float64Array, bits: number): Int32Array {
  const one = 2 ** bits;
  return Int32Array.from(exact, (weight) =>
    Math.trunc(weight < 0 ? weight * one - 0.5 : weight * one + 0.5),
  );
}
