import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { codeOf } from './error-code.ts';
import { UsageError } from './usage-error.ts';

/**
 * Makes a folder and those above it that are missing; gives the first one that was made.
 *
 * One at a time: with `recursive`, Node.js never comes back from a place that takes no folders and
 * says that it is missing, such as `/proc`.
 *
 * @throws UsageError where no folder can be made; other errors of the file system as they are.
 */
export async function makeFolder(folder: string): Promise<string | undefined> {
  const path = resolve(folder);
  try {
    await mkdir(path);
    return path;
  } catch (error) {
    if (await isFolder(path)) return undefined;
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const first = await makeFolder(dirname(path));
  try {
    await mkdir(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      throw new UsageError(`${path}: no folder can be made there (ENOENT): name another`);
    }
    // Another process has made it meanwhile.
    if (!(await isFolder(path))) throw error;
  }
  return first ?? path;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
