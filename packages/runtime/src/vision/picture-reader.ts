import { stat } from 'node:fs/promises';
import { DataError, type EncodedImage, type ImageSource } from 'slime-sdk';
import { BoundedCache } from './bounded-cache.ts';
import { decodePicture, encodePng } from './decode-picture.ts';
import { readPictureBytes, sourceLabel, sourcePath } from './picture-bytes.ts';
import { type Size, smartResize } from './smart-resize.ts';
import type { VisionConfig } from './vision-config.ts';

/** A picture and the bounds that its message part sets, in pixels. */
export interface PictureRequest {
  readonly source: ImageSource;
  readonly minPixels?: number | undefined;
  readonly maxPixels?: number | undefined;
}

/** A picture ready for the engine, not yet at a place in a prompt. */
export type Picture = Omit<EncodedImage, 'offset'>;

const CACHED_PICTURES = 256;
const CACHED_CHARACTERS = 128 * 1024 * 1024;

/**
 * Reads pictures: how many tokens each stands for, and its `data:` URI.
 *
 * Remembers what it read, by path, time and size or by content, so that the siblings of a group
 * and the turns of an episode decode a picture once; the memory is bounded.
 */
export class PictureReader {
  readonly #config: VisionConfig;
  readonly #baseDir: string;
  readonly #cache = new BoundedCache<string, Picture>(
    CACHED_PICTURES,
    CACHED_CHARACTERS,
    ({ dataUri }) => dataUri.length,
  );
  readonly #names = new WeakMap<Uint8Array, number>();
  #named = 0;

  /** @param baseDir where relative paths begin */
  constructor(config: VisionConfig, baseDir: string) {
    this.#config = config;
    this.#baseDir = baseDir;
  }

  /** @throws DataError that names the picture and what is wrong with it */
  async read(request: PictureRequest): Promise<Picture> {
    const { source } = request;
    const bounds = `${request.minPixels ?? ''}:${request.maxPixels ?? ''}`;
    const file = sourcePath(source, this.#baseDir);
    const read = () => this.#read(request, file);
    if (file !== undefined) return this.#cache.get(`${await fileVersion(file)}:${bounds}`, read);
    const content = typeof source === 'string' ? source : this.#name(source);
    return this.#cache.get(`${bounds}:${content}`, read);
  }

  /** Bytes are recognised by the object that holds them. */
  #name(bytes: Uint8Array): string {
    const known = this.#names.get(bytes);
    if (known !== undefined) return `#${known}`;
    this.#named += 1;
    this.#names.set(bytes, this.#named);
    return `#${this.#named}`;
  }

  async #read(request: PictureRequest, file: string | undefined): Promise<Picture> {
    const label = file ?? sourceLabel(request.source);
    const encoded = await readPictureBytes(request.source, file);
    const decoded = await decodePicture(encoded, label);
    const sent = this.#sentSize(decoded, request, label);
    const isChanged =
      decoded.hasAlpha || sent.width !== decoded.width || sent.height !== decoded.height;
    const bytes = isChanged ? await encodePng(encoded, sent, label) : encoded.bytes;
    const format = isChanged ? 'png' : encoded.format;
    const { patchSize, mergeSize } = this.#config;
    const final = this.#resized(sent, label, this.#config.minPixels, this.#config.maxPixels);
    const rows = final.height / patchSize;
    const columns = final.width / patchSize;
    return {
      source: request.source,
      grid_thw: [1, rows, columns],
      tokens: (rows * columns) / mergeSize ** 2,
      dataUri: `data:image/${format};base64,${bytes.toString('base64')}`,
    };
  }

  /** The size that goes to the engine: the stored one, unless the part sets bounds of its own. */
  #sentSize(stored: Size, request: PictureRequest, label: string): Size {
    const { minPixels, maxPixels } = request;
    if (minPixels === undefined && maxPixels === undefined) return stored;
    return this.#resized(
      stored,
      label,
      minPixels ?? this.#config.minPixels,
      maxPixels ?? this.#config.maxPixels,
    );
  }

  #resized(size: Size, label: string, minPixels: number, maxPixels: number): Size {
    const factor = this.#config.patchSize * this.#config.mergeSize;
    try {
      return smartResize(size, factor, minPixels, maxPixels);
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      throw new DataError(`${label}: ${error.message}`, { cause: error, data: error.data });
    }
  }
}

async function fileVersion(file: string): Promise<string> {
  try {
    const { mtimeMs, size } = await stat(file);
    return `${file}:${mtimeMs}:${size}`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DataError(`the picture ${file} cannot be read: ${reason}`, {
      cause: error,
      data: { file },
    });
  }
}
