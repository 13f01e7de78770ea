import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import { DataError } from 'slime-sdk';
import { sourceError } from './source-error.ts';

const MIB = 2 ** 20;

/** Far beyond the benchmark's largest table, 2.3 MB. */
export const MAX_JSON_BYTES = 64 * MIB;

/** Far beyond the benchmark's largest source, 0.5 MB. */
export const MAX_SOURCE_BYTES = 4 * MIB;

const SHOWN = new Intl.NumberFormat('en-US');

/** Tells what is no whole UTF-8, and where. */
function decode(bytes: Buffer, file: string): string {
  const text = bytes.toString('utf8');
  // Compared as bytes: a replacement character may stand in a text by right.
  if (Buffer.from(text).equals(bytes)) {
    const zero = text.indexOf('\0');
    if (zero === -1) return text;
    throw sourceError(file, text.slice(0, zero).split('\n').length, 'a NUL character');
  }
  const lines = text.split('\n');
  const line = lines.findIndex((one) => one.includes('\uFFFD'));
  throw sourceError(file, line + 1, 'bytes that are no UTF-8');
}

/**
 * Reads a text of a folder that is imported: a regular file inside of it, of bounded size, in UTF-8.
 *
 * @param root The folder, resolved; a link that leads out of it is not followed.
 * @throws DataError that names the file.
 */
export async function readSource(root: string, file: string, maxBytes: number): Promise<string> {
  const real = await realpath(file);
  const inside = relative(root, real);
  if (inside.startsWith('..') || isAbsolute(inside)) {
    throw new DataError(`${file} is a link out of ${root}: it is not read.`, { data: { file } });
  }
  const found = await stat(real);
  if (!found.isFile()) throw new DataError(`${file} is no regular file.`, { data: { file } });
  if (found.size > maxBytes) {
    throw new DataError(
      `${file} has ${SHOWN.format(found.size)} bytes; at most ${SHOWN.format(maxBytes)} are read.`,
      { data: { file, size: found.size } },
    );
  }
  return decode(await readFile(real), file);
}
