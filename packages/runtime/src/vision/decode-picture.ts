import type sharp from 'sharp';
import { PictureFault } from './picture-fault.ts';
import type { RgbPicture } from './resize-pixels.ts';

/** PIL refuses pictures of more pixels (twice its MAX_IMAGE_PIXELS) as decompression bombs. */
const MOST_PIXELS = 178_956_970;

/** PIL knows no colour profiles. EXIF rotation is applied by neither. */
const DECODING = { failOn: 'error', limitInputPixels: MOST_PIXELS, ignoreIcc: true } as const;

type Sharp = typeof sharp;

/** A picture's levels, and whether its file holds just these. */
export interface DecodedPicture extends RgbPicture {
  /** False when transparency was laid over white: whoever decodes the file may see another picture. */
  readonly isOpaque: boolean;
}

/**
 * Decodes a picture to 8-bit RGB, byte for byte as PIL's `convert("RGB")` does, transparency laid
 * over white with PIL's rounding. Of animations the first frame.
 *
 * @throws PictureFault when it is truncated or damaged, has too many pixels, or is of a kind that
 * PIL and sharp read differently (CMYK, more than 8 bits a channel)
 */
export async function decodePicture(bytes: Uint8Array, open: Sharp): Promise<DecodedPicture> {
  try {
    const { space, depth, format } = await open(bytes, DECODING).metadata();
    assertReadAlike(format, space, depth);
    const { data, info } = await open(bytes, DECODING)
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    return {
      width,
      height,
      levels: channels === 3 ? data : toRgb(data, width * height, channels),
      isOpaque: channels === 1 || channels === 3,
    };
  } catch (error) {
    if (error instanceof PictureFault) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new PictureFault(`cannot be decoded: ${reason}`, { cause: error });
  }
}

/** A picture as a PNG, without loss. */
export async function encodePng(
  { levels, width, height }: RgbPicture,
  open: Sharp,
): Promise<Buffer> {
  const raw = { width, height, channels: 3 } as const;
  // Little is gained by more: the file goes to an engine nearby and is not kept.
  return await open(levels, { raw, limitInputPixels: false })
    .png({ compressionLevel: 3 })
    .toBuffer();
}

function assertReadAlike(format: string | undefined, space: string | undefined, depth?: string) {
  if (space === 'cmyk') {
    throw new PictureFault(
      `is a CMYK ${(format ?? '').toUpperCase()}, whose colours PIL and sharp read differently: ` +
        'convert it to RGB',
    );
  }
  if (depth !== undefined && depth !== 'uchar') {
    throw new PictureFault(
      `is a ${(format ?? '').toUpperCase()} of ${depth === 'ushort' ? '16' : 'more than 8'} bits ` +
        'a channel, which PIL and sharp read differently: convert it to 8 bits',
    );
  }
}

/** Spreads gray over three channels, and lays what is transparent over white. */
function toRgb(source: Uint8Array, pixels: number, channels: number): Uint8Array {
  const levels = new Uint8Array(pixels * 3);
  const isGray = channels < 3;
  const hasAlpha = channels % 2 === 0;
  let from = 0;
  for (let to = 0; to < levels.length; to += 3) {
    const alpha = hasAlpha ? (source[from + channels - 1] ?? 255) : 255;
    for (let channel = 0; channel < 3; channel += 1) {
      const level = source[isGray ? from : from + channel] ?? 0;
      levels[to + channel] = overWhite(level, alpha);
    }
    from += channels;
  }
  return levels;
}

/** PIL's division by 255, which rounds. */
function overWhite(level: number, alpha: number): number {
  const blended = level * alpha + 255 * (255 - alpha) + 128;
  return ((blended >> 8) + blended) >> 8;
}
