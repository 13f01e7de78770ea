import { readFile, stat } from 'node:fs/promises';
import { DataError } from 'slime-sdk';

const MIB = 2 ** 20;

/** Far beyond the benchmark's largest table, 2.3 MB. */
export const MAX_JSON_BYTES = 64 * MIB;

const SHOWN = new Intl.NumberFormat('en-US');

/**
 * Reads a file of data: a regular file of bounded size, since a pipe may never end and a device has
 * no end.
 *
 * @param shown Its name in the error message, where it was found under another one.
 * @throws DataError that names the file.
 */
export async function readDataFile(
  file: string,
  { maxBytes = MAX_JSON_BYTES, shown = file }: { maxBytes?: number; shown?: string } = {},
): Promise<Buffer> {
  const refuse = (problem: string, cause?: unknown): never => {
    throw new DataError(`${shown} ${problem}`, { cause, data: { file: shown } });
  };
  try {
    const found = await stat(file);
    if (!found.isFile()) return refuse('is no regular file.');
    if (found.size > maxBytes) {
      const [has, most] = [SHOWN.format(found.size), SHOWN.format(maxBytes)];
      return refuse(`has ${has} bytes; at most ${most} are read.`);
    }
    return await readFile(file);
  } catch (error) {
    if (error instanceof DataError) throw error;
    return refuse(`cannot be read: ${String(error)}`, error);
  }
}

/** The same as text in UTF-8. */
export async function readDataText(file: string): Promise<string> {
  return (await readDataFile(file)).toString('utf8');
}
