import { DataError, type EncodedImage, EncoderError, type ImageSource, orAborted } from 'slime-sdk';
import { Slots } from '../rollout/slots.ts';
import { BoundedCache } from './bounded-cache.ts';
import type { ImageProcessor } from './image-processor.ts';
import { readPictureBytes, sourceLabel, sourcePath } from './picture-bytes.ts';
import { PictureFault } from './picture-fault.ts';
import { PicturePixels } from './picture-pixels.ts';
import { pictureThreads } from './picture-threads.ts';
import type { VisionConfig } from './vision-config.ts';

/** A picture and the bounds that its message part sets, in pixels. */
export interface PictureRequest {
  readonly source: ImageSource;
  readonly minPixels?: number | undefined;
  readonly maxPixels?: number | undefined;
}

/** A picture ready for the engine, not yet at a place in a prompt. */
export interface Picture extends Omit<EncodedImage, 'offset'> {
  /** What the trainer's tensors are made of; absent where the checkpoint names no processor. */
  readonly pixels?: PicturePixels;
}

type Facts = Omit<Picture, 'source'>;

const CACHED_PICTURES = 256;
const CACHED_BYTES = 256 * 1024 * 1024;

/** Encoded pictures that are in memory on their way to a thread. */
const READ_AT_A_TIME = 16;

/**
 * Reads pictures: how many tokens each stands for, its `data:` URI, its pixels.
 *
 * Remembers what it read by content, so that the siblings of a group and the turns of an episode
 * decode a picture once. Memory is bounded: of what is remembered, and of what is being read.
 */
export class PictureReader {
  readonly #processor: ImageProcessor;
  readonly #baseDir: string;
  readonly #onUndeclared: () => void;
  #isTold = false;
  readonly #slots = new Slots(READ_AT_A_TIME);
  readonly #cache = new BoundedCache<string, Facts>(
    CACHED_PICTURES,
    CACHED_BYTES,
    ({ dataUri, pixels }) => dataUri.length + (pixels?.picture.levels.length ?? 0),
  );

  /**
   * @param baseDir where relative paths begin
   * @param onUndeclared told once, with the first picture, when there are no pixels for a trainer
   */
  constructor(processor: ImageProcessor, baseDir: string, onUndeclared: () => void = () => {}) {
    this.#processor = processor;
    this.#baseDir = baseDir;
    this.#onUndeclared = onUndeclared;
  }

  /**
   * @throws DataError that names the picture and what is wrong with it; EncoderError when the
   * checkpoint's image processor is not implemented, or sharp not installed; the signal's reason
   * when it fires: reading that has begun goes on, for siblings that want the same picture
   */
  async read(request: PictureRequest, signal?: AbortSignal): Promise<Picture> {
    const config = this.#processor;
    if ('refused' in config) {
      throw new EncoderError(`a picture cannot be read for this checkpoint: ${config.refused}`);
    }
    if (!config.isDeclared && !this.#isTold) {
      this.#isTold = true;
      this.#onUndeclared();
    }
    signal?.throwIfAborted();
    const reading = this.#readInTurn(request, config, signal);
    const facts = await (signal === undefined ? reading : orAborted(reading, signal));
    return { ...facts, source: request.source };
  }

  async #readInTurn(
    request: PictureRequest,
    config: VisionConfig,
    signal: AbortSignal | undefined,
  ): Promise<Facts> {
    await this.#slots.acquire();
    try {
      // Nobody waits for it any more.
      signal?.throwIfAborted();
      return await this.#read(request, config);
    } finally {
      this.#slots.release();
    }
  }

  async #read(request: PictureRequest, config: VisionConfig): Promise<Facts> {
    const { source, minPixels, maxPixels } = request;
    const file = sourcePath(source, this.#baseDir);
    const { bytes, format } = await readPictureBytes(source, file);
    const digest = await crypto.subtle.digest('SHA-256', bytes);
    const content = Buffer.from(digest).toString('hex');
    const key = `${content}:${minPixels ?? ''}:${maxPixels ?? ''}`;
    return await this.#cache.get(key, async () => {
      try {
        const job = { kind: 'read', bytes, format, config, minPixels, maxPixels } as const;
        const { dataUri, grid, pixels } = await pictureThreads.read(job);
        return {
          dataUri,
          grid_thw: grid,
          tokens: (grid[0] * grid[1] * grid[2]) / config.mergeSize ** 2,
          ...(pixels === null ? {} : { pixels: new PicturePixels(pixels, config, key) }),
        };
      } catch (error) {
        if (!(error instanceof PictureFault)) throw error;
        const label = file ?? sourceLabel(source);
        throw new DataError(`the picture ${label} ${error.message}`, { cause: error });
      }
    });
  }
}
