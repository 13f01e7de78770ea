import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from './error-code.ts';
import { makeFolder } from './make-folder.ts';
import type { PackageFile } from './read-template.ts';
import { inspectTarget } from './target-folder.ts';

/**
 * Writes files into a folder that is absent or empty: all of them, or none.
 *
 * They are written into a folder beside it, which then takes its place. When the signal aborts or
 * writing fails, nothing is left, not even folders that were made on the way.
 *
 * @throws UsageError when the folder holds anything, also when that was put there meanwhile, and
 * where no folder can be made.
 */
export async function writeFolder(
  folder: string,
  files: Iterable<PackageFile>,
  signal: AbortSignal,
): Promise<void> {
  const state = await inspectTarget(folder);
  signal.throwIfAborted();
  const parent = dirname(folder);
  const firstMade = await makeFolder(parent);
  const draft = join(parent, `.${basename(folder)}-${randomUUID()}`);
  try {
    await makeFolder(draft);
    for (const { path, text } of files) {
      const file = join(draft, path);
      await makeFolder(dirname(file));
      await writeFile(file, text);
    }
    signal.throwIfAborted();
    if (state === 'absent') await takePlace(draft, folder);
    else await moveInto(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (firstMade !== undefined) await removeEmpty(parent, firstMade);
    throw error;
  }
}

/** The file system itself refuses when the folder holds anything by now. */
async function takePlace(draft: string, folder: string): Promise<void> {
  try {
    await rename(draft, folder);
  } catch (error) {
    await inspectTarget(folder);
    throw error;
  }
}

/**
 * The folder may be where somebody stands, so that it has to stay. No signal is handled between
 * the moves.
 */
async function moveInto(draft: string, folder: string): Promise<void> {
  await inspectTarget(folder);
  const moved: string[] = [];
  try {
    for (const entry of readdirSync(draft)) {
      renameSync(join(draft, entry), join(folder, entry));
      moved.push(entry);
    }
  } catch (error) {
    for (const entry of moved) rmSync(join(folder, entry), { recursive: true, force: true });
    throw error;
  }
  await rm(draft, { recursive: true });
}

/** Removes the folders from `last` up to `first` that nobody has put anything into. */
async function removeEmpty(last: string, first: string): Promise<void> {
  for (let folder = last; folder.startsWith(first); folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch (error) {
      if (codeOf(error) === 'ENOTEMPTY') return;
      throw error;
    }
  }
}
