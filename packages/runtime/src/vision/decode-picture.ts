import type sharp from 'sharp';
import { DataError, EncoderError } from 'slime-sdk';
import type { PictureBytes } from './picture-bytes.ts';
import type { Size } from './smart-resize.ts';

/** PIL refuses pictures of more pixels (twice its MAX_IMAGE_PIXELS) as decompression bombs. */
const MOST_PIXELS = 178_956_970;

const DECODING = { failOn: 'error', limitInputPixels: MOST_PIXELS } as const;

type Sharp = typeof sharp;

let loading: Promise<Sharp> | undefined;

async function loadSharp(): Promise<Sharp> {
  loading ??= import('sharp').then((module) => module.default);
  try {
    return await loading;
  } catch (error) {
    loading = undefined;
    throw new EncoderError('pictures need the package `sharp`: npm install sharp', {
      cause: error,
    });
  }
}

/** What a picture turned out to be. */
export interface DecodedPicture extends Size {
  /** Whether it has transparency, which the model's input has not. */
  readonly hasAlpha: boolean;
}

/**
 * Decodes a picture wholly, off the event loop, so that a damaged one is found here. Sizes are
 * those of the stored pixels: EXIF rotation is not applied, as in PIL.
 *
 * @param label names the picture in messages
 * @throws DataError when it is truncated, damaged or has too many pixels
 */
export async function decodePicture(
  { bytes }: PictureBytes,
  label: string,
): Promise<DecodedPicture> {
  const open = await loadSharp();
  try {
    const { width, height, hasAlpha } = await open(bytes, DECODING).metadata();
    // Averaging down to one pixel reads every row without holding the picture in memory.
    await open(bytes, { ...DECODING, sequentialRead: true })
      .resize(1, 1, { fit: 'fill', kernel: 'linear', fastShrinkOnLoad: false })
      .raw()
      .toBuffer();
    return { width, height, hasAlpha };
  } catch (error) {
    throw unreadable(label, error);
  }
}

/**
 * A picture as a PNG of another size, transparency laid over white, colour profiles left out as
 * PIL does.
 *
 * @throws DataError
 */
export async function encodePng(
  { bytes }: PictureBytes,
  { width, height }: Size,
  label: string,
): Promise<Buffer> {
  const open = await loadSharp();
  try {
    return await open(bytes, { ...DECODING, ignoreIcc: true })
      .flatten({ background: '#ffffff' })
      .resize(width, height, { fit: 'fill', kernel: 'cubic' })
      .png()
      .toBuffer();
  } catch (error) {
    throw unreadable(label, error);
  }
}

function unreadable(label: string, error: unknown): DataError {
  const reason = error instanceof Error ? error.message : String(error);
  return new DataError(`the picture ${label} cannot be decoded: ${reason}`, { cause: error });
}
