import { copyFile, lstat, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DataError } from 'slime-sdk';

interface Staged {
  readonly target: string;
  readonly fresh: string;
  /** A copy of what stands at the target; null when nothing does. */
  readonly earlier: string | null;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/**
 * Makes a folder and those above it that are missing; gives the first one that was made. One at a
 * time: with `recursive`, Node.js never comes back from a place that takes no folders and says that
 * it is missing, such as `/proc`.
 */
async function makeFolder(folder: string): Promise<string | undefined> {
  const path = resolve(folder);
  try {
    await mkdir(path);
    return path;
  } catch (error) {
    if (await isFolder(path)) return undefined;
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  const first = await makeFolder(dirname(path));
  try {
    await mkdir(path);
  } catch (error) {
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

/** What stands at a path: a regular file, nothing, or something that is not written over. */
async function isFileAt(path: string): Promise<boolean> {
  try {
    const found = await lstat(path);
    if (found.isFile()) return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    if (!hasCode(error, 'ENOTDIR')) throw error;
  }
  throw new DataError(`${path} stands in the way: it is no regular file. Choose another output.`, {
    data: { path },
  });
}

async function stage(
  staging: string,
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<Staged[]> {
  const staged: Staged[] = [];
  for (const [path, text] of files) {
    const target = join(folder, path);
    const fresh = join(staging, `${staged.length}.new`);
    const old = join(staging, `${staged.length}.old`);
    await writeFile(fresh, text, { flush: true });
    const isThere = await isFileAt(target);
    if (isThere) await copyFile(target, old);
    staged.push({ target, fresh, earlier: isThere ? old : null });
  }
  return staged;
}

async function putBack(done: readonly Staged[]): Promise<void> {
  for (const { target, earlier } of done) {
    if (earlier === null) await rm(target, { force: true });
    else await rename(earlier, target);
  }
}

async function putInPlace(staged: readonly Staged[]): Promise<void> {
  const done: Staged[] = [];
  try {
    for (const one of staged) {
      await makeFolder(dirname(one.target));
      await rename(one.fresh, one.target);
      done.push(one);
    }
  } catch (error) {
    await putBack(done);
    throw error;
  }
}

/**
 * Writes files into a folder, all of them or none: they are written beside first and then moved, each
 * at once, into their places. Files with other names stay as they are.
 *
 * @param files Text by path, relative to the folder.
 * @throws DataError when something that is no regular file stands at a place.
 */
export async function writeFiles(
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const made = await makeFolder(folder);
  try {
    const staging = await mkdtemp(join(folder, '.slime-env-tau-'));
    try {
      await putInPlace(await stage(staging, folder, files));
    } finally {
      await rm(staging, { recursive: true });
    }
  } catch (error) {
    if (made !== undefined) await rm(made, { recursive: true });
    throw error;
  }
}
