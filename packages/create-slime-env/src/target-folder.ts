import { lstat, readdir } from 'node:fs/promises';
import { codeOf } from './error-code.ts';
import { UsageError } from './usage-error.ts';

/**
 * Tells whether a folder is to be made, or is there and empty.
 *
 * @throws UsageError when anything is there that would be overwritten.
 */
export async function inspectTarget(folder: string): Promise<'absent' | 'empty'> {
  let entries: string[];
  try {
    entries = await readdir(folder);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOTDIR') throw new UsageError(`${folder} is no folder: name another`);
    if (code !== 'ENOENT') throw error;
    if (await isThere(folder)) throw new UsageError(`${folder} is a link to nothing: name another`);
    return 'absent';
  }
  const [first] = entries;
  if (first === undefined) return 'empty';
  const more = entries.length === 1 ? '' : ` and ${entries.length - 1} more`;
  throw new UsageError(
    `${folder} is not empty (${first}${more}): nothing is overwritten, name another folder`,
  );
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
