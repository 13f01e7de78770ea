import type { EncodedImage } from 'slime-sdk';
import type { RgbPicture } from './resize-pixels.ts';
import type { VisionConfig } from './vision-config.ts';

/**
 * A picture as the checkpoint's image processor resized it: levels, an eighth of the floats that
 * its tensor will have. Shared by all tapes that show the picture.
 */
export class PicturePixels {
  readonly picture: RgbPicture;
  readonly config: VisionConfig;
  /** Equal for pictures whose tensors are equal. */
  readonly key: string;

  constructor(picture: RgbPicture, config: VisionConfig, key: string) {
    this.picture = picture;
    this.config = config;
    this.key = key;
  }
}

/** The pixels of a picture that our own reader read; undefined for those of other encoders. */
export function pixelsOf(image: EncodedImage): PicturePixels | undefined {
  return 'pixels' in image && image.pixels instanceof PicturePixels ? image.pixels : undefined;
}
