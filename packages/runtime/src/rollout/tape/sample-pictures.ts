import { createHash } from 'node:crypto';
import type { EncodedImage } from 'slime-sdk';
import { type PicturePixels, pixelsOf } from '../../vision/picture-pixels.ts';
import { pictureThreads } from '../../vision/picture-threads.ts';
import type { RgbPicture } from '../../vision/resize-pixels.ts';
import {
  type Tensor,
  type TrainInputKey,
  trainInputShape,
  type TrainInputSource,
} from '../../vision/train-inputs.ts';
import type { VisionConfig } from '../../vision/vision-config.ts';

/**
 * The pictures of one sample, in the order of their placeholders: what its turns have gathered.
 * Their tensors are merged when they are asked for.
 */
export class SamplePictures implements TrainInputSource {
  /** Equal for samples that show the same pictures: `multimodal_train_input_id`. */
  readonly id: string;
  readonly #pictures: readonly RgbPicture[];
  readonly #config: VisionConfig;

  private constructor(pixels: readonly PicturePixels[], config: VisionConfig) {
    const hash = createHash('sha256');
    for (const { key } of pixels) hash.update(`${key}\n`);
    this.id = hash.digest('hex').slice(0, 32);
    this.#pictures = pixels.map(({ picture }) => picture);
    this.#config = config;
  }

  /** Null where there is no picture, or one whose pixels are not known. */
  static of(images: readonly EncodedImage[]): SamplePictures | null {
    const pixels = images.map(pixelsOf).filter((found) => found !== undefined);
    const [first] = pixels;
    if (first === undefined || pixels.length < images.length) return null;
    return new SamplePictures(pixels, first.config);
  }

  shape(key: TrainInputKey): readonly number[] {
    return trainInputShape(key, this.#pictures, this.#config);
  }

  async merge(key: TrainInputKey): Promise<Tensor> {
    const job = { kind: 'merge', key, pictures: this.#pictures, config: this.#config } as const;
    return await pictureThreads.merge(job);
  }
}
