import { PictureFault } from './picture-fault.ts';

/** Qwen's bound on the longer side over the shorter. */
const MOST_ELONGATED = 200;

/** Height and width in pixels. */
export interface Size {
  readonly height: number;
  readonly width: number;
}

/**
 * The size that Qwen's image processor gives a picture: both sides multiples of `factor`, their
 * product within the bounds, the ratio kept as nearly as that allows.
 *
 * The same as transformers' `smart_resize`, with Python's rounding of halves to even: `Math.round`
 * gives some pictures another number of tokens.
 *
 * @param factor patch size times merge size
 * @throws PictureFault when one side is more than 200 times the other
 */
export function smartResize(
  { height, width }: Size,
  factor: number,
  minPixels: number,
  maxPixels: number,
): Size {
  const ratio = Math.max(height, width) / Math.min(height, width);
  if (ratio > MOST_ELONGATED) {
    throw new PictureFault(
      `is ${width}x${height}, ${ratio.toFixed(1)} times as long as wide; ` +
        `at most ${MOST_ELONGATED} is allowed: crop it`,
    );
  }
  const rounded = {
    height: roundHalfEven(height / factor) * factor,
    width: roundHalfEven(width / factor) * factor,
  };
  const pixels = rounded.height * rounded.width;
  if (pixels > maxPixels) {
    const shrink = Math.sqrt((height * width) / maxPixels);
    return {
      height: Math.max(factor, Math.floor(height / shrink / factor) * factor),
      width: Math.max(factor, Math.floor(width / shrink / factor) * factor),
    };
  }
  if (pixels < minPixels) {
    const grow = Math.sqrt(minPixels / (height * width));
    return {
      height: Math.ceil((height * grow) / factor) * factor,
      width: Math.ceil((width * grow) / factor) * factor,
    };
  }
  return rounded;
}

/** Python's `round`. */
function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return rest < 0.5 ? floor : floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}
