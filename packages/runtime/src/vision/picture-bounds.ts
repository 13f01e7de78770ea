import { DataError } from 'slime-sdk';

/** Bounds of height times width that a message part sets. */
export interface PictureBounds {
  readonly min_pixels?: number | undefined;
  readonly max_pixels?: number | undefined;
}

/** @throws DataError for a bound that is none, and for a lower one above the upper one */
export function assertBounds(bounds: PictureBounds): void {
  for (const key of ['min_pixels', 'max_pixels'] as const) {
    const bound = bounds[key];
    if (bound === undefined || (Number.isInteger(bound) && bound > 0)) continue;
    throw new DataError(`${key} of a picture must be a positive integer, not ${bound}`, {
      data: { [key]: String(bound) },
    });
  }
  const { min_pixels: least = 0, max_pixels: most = Infinity } = bounds;
  if (least <= most) return;
  throw new DataError(
    `min_pixels ${least} of a picture is above its max_pixels ${most}: no size is between them`,
    { data: { min_pixels: least, max_pixels: most } },
  );
}
