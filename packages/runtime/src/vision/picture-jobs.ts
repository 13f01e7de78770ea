import type sharp from 'sharp';
import { boundedSize } from './bounded-size.ts';
import { decodePicture, encodePng } from './decode-picture.ts';
import { type RgbPicture, resizePixels } from './resize-pixels.ts';
import type { Size } from './smart-resize.ts';
import type { TrainInputKey } from './train-inputs.ts';
import type { VisionConfig } from './vision-config.ts';

/** Work of a picture thread: to read a picture, or to merge a tensor of several. */
export type PictureJob =
  | {
      kind: 'read';
      bytes: Uint8Array;
      /** Media type of the bytes, for their `data:` URI. */
      format: string;
      config: VisionConfig;
      /** Bounds that the picture's message part sets. */
      minPixels: number | undefined;
      maxPixels: number | undefined;
    }
  | {
      kind: 'merge';
      key: TrainInputKey;
      pictures: readonly RgbPicture[];
      config: VisionConfig;
    };

/** What of a picture outlives its reading. */
export interface PictureFacts {
  /** `data:` URI for the engine. */
  dataUri: string;
  /** `[1, height / patch, width / patch]` after the smart resize. */
  grid: [1, number, number];
  /** After the smart resize, in memory that threads share; null when no tensors are made. */
  pixels: RgbPicture | null;
}

/** Reads a picture: whole, so that a damaged one is found, at the sizes of engine and trainer. */
export async function readPicture(
  job: Extract<PictureJob, { kind: 'read' }>,
  open: typeof sharp,
): Promise<PictureFacts> {
  const { config } = job;
  const decoded = await decodePicture(job.bytes, open);
  const sent = resizePixels(decoded, sentSize(decoded, job), config.backend);
  const isKept = sent === decoded && decoded.isOpaque;
  const bytes = isKept ? job.bytes : await encodePng(sent, open);
  const final = boundedSize(sent, config, config.minPixels, config.maxPixels);
  return {
    dataUri: `data:image/${isKept ? job.format : 'png'};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`,
    grid: [1, final.height / config.patchSize, final.width / config.patchSize],
    pixels: config.isDeclared ? shared(resizePixels(sent, final, config.backend)) : null,
  };
}

/** The size that goes to the engine: the stored one, unless the part sets bounds of its own. */
function sentSize(stored: Size, job: Extract<PictureJob, { kind: 'read' }>): Size {
  const { minPixels, maxPixels, config } = job;
  if (minPixels === undefined && maxPixels === undefined) return stored;
  return boundedSize(stored, config, minPixels ?? config.minPixels, maxPixels ?? config.maxPixels);
}

function shared({ levels, width, height }: RgbPicture): RgbPicture {
  const copy = new Uint8Array(new SharedArrayBuffer(levels.length));
  copy.set(levels);
  return { levels: copy, width, height };
}
