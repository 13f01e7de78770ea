import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { DataError, type ImageSource } from 'slime-sdk';
import { decodeBase64 } from './decode-base64.ts';

/** Larger files are refused before they are read. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Characters of a path that a system may know; longer texts are none. */
const LONGEST_PATH = 4096;

/** Formats that engine and decoder both read, by how their files begin. */
export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif';

/** An encoded picture. */
export interface PictureBytes {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly format: PictureFormat;
}

/** Formats that PIL reads and sharp does not, or not alike. */
const FOREIGN = [
  { name: 'a BMP', start: /^BM/ },
  { name: 'a TIFF', start: /^(?:II\*\0|MM\0\*)/ },
  { name: 'an AVIF or HEIF', start: /^[^]{4}ftyp(?:avi[fs]|hei[cfmsx]|mif1)/ },
  { name: 'a JPEG 2000', start: /^\0\0\0\fjP/ },
  { name: 'an SVG', start: /^\s*<(?:\?xml|svg)/ },
];

/** Names a source in a message, behind `the picture`: its path, or what it is. */
export function sourceLabel(source: ImageSource): string {
  if (typeof source !== 'string') return `of ${source.byteLength} bytes`;
  if (source.startsWith('data:')) {
    return `${source.slice(0, 40)}… (a data: URI of ${source.length} characters)`;
  }
  return source.length > LONGEST_PATH
    ? `${source.slice(0, 40)}… (${source.length} characters)`
    : source;
}

/**
 * The absolute path of a source that is a file; undefined for `data:` URIs and bytes.
 *
 * @throws DataError for a URL, and for what is too long for a path
 */
export function sourcePath(source: ImageSource, baseDir: string): string | undefined {
  if (typeof source !== 'string' || source.startsWith('data:')) return undefined;
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(source)) {
    throw new DataError(
      `the picture ${sourceLabel(source)} is a URL, which is not fetched: ` +
        'download it and give a path, a data: URI or its bytes',
      { data: { source } },
    );
  }
  if (source.length > LONGEST_PATH) {
    const decoded = decodeBase64(source);
    const fault = typeof decoded === 'string' ? decoded : 'is base64 by itself';
    throw new DataError(
      `the picture ${sourceLabel(source)} is no path, and ${fault}: ` +
        'give a path, its bytes, or base64 behind data:image/png;base64,',
    );
  }
  return path.resolve(baseDir, source);
}

/**
 * Reads a picture's file without decoding it.
 *
 * @throws DataError that names the file and the reason
 */
export async function readPictureBytes(
  source: ImageSource,
  file: string | undefined,
): Promise<PictureBytes> {
  const bytes = file === undefined ? inlineBytes(source) : await fileBytes(file);
  const format = sniffFormat(bytes);
  if (format === undefined) {
    const other = FOREIGN.find(({ start }) => start.test(bytes.toString('latin1', 0, 64)))?.name;
    throw new DataError(
      `the picture ${file ?? sourceLabel(source)} ${other === undefined ? '' : `is ${other} and `}` +
        'is no PNG, JPEG, WebP or GIF: convert it',
    );
  }
  return { bytes, format };
}

async function fileBytes(file: string): Promise<Buffer<ArrayBuffer>> {
  try {
    const stats = await stat(file);
    if (!stats.isFile()) {
      // A pipe or a device would be read for ever.
      throw new DataError(`the picture ${file} is no regular file: name one`, { data: { file } });
    }
    const { size } = stats;
    if (size > MOST_BYTES) {
      throw new DataError(
        `the picture ${file} has ${size} bytes; at most ${MOST_BYTES} are read: make it smaller`,
        { data: { file, size } },
      );
    }
    return await readFile(file);
  } catch (error) {
    if (error instanceof DataError) throw error;
    throw new DataError(`the picture ${file} cannot be read: ${reason(error)}`, {
      cause: error,
      data: { file },
    });
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function inlineBytes(source: ImageSource): Buffer<ArrayBuffer> {
  const size = typeof source === 'string' ? (source.length * 3) / 4 : source.byteLength;
  if (size > MOST_BYTES + 1024) {
    throw new DataError(
      `the picture ${sourceLabel(source)} is too large; at most ${MOST_BYTES} bytes are read: make it smaller`,
    );
  }
  if (typeof source !== 'string') return Buffer.from(source);
  const match = /^data:[^,]*?(;base64)?,/i.exec(source);
  if (match === null) throw new DataError(`the picture ${sourceLabel(source)} has no comma`);
  const body = source.slice(match[0].length);
  if (match[1] === undefined) {
    throw new DataError(`the picture ${sourceLabel(source)} is not in base64`);
  }
  const decoded = decodeBase64(body);
  if (typeof decoded !== 'string') return decoded;
  throw new DataError(`the picture ${sourceLabel(source)} ${decoded}: encode its file again`);
}

function sniffFormat(bytes: Buffer): PictureFormat | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png';
  if (bytes.subarray(0, 3).equals(Buffer.from('\xff\xd8\xff', 'latin1'))) return 'jpeg';
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'webp';
  return /^GIF8[79]a/.test(head) ? 'gif' : undefined;
}
