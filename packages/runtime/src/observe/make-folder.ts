import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { hasErrno, isMissing } from './missing-file.ts';

/**
 * Makes a folder and those above it that are missing; gives whether it was made.
 *
 * One at a time: with `recursive`, Node.js never comes back from a place that takes no folders and
 * says that it is missing, such as `/proc`.
 *
 * @throws the error of the file system, also where a file is in the way.
 */
export function makeFolder(dir: string): boolean {
  const missing: string[] = [];
  let at = resolve(dir);
  while (!isThere(at)) {
    missing.push(at);
    at = dirname(at);
  }
  for (const path of missing.toReversed()) makeOne(path);
  // A file where the folder should be is told of by this.
  statSync(`${resolve(dir)}/`);
  return missing.length > 0;
}

function isThere(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    if (isMissing(error) || hasErrno(error, 'ENOTDIR')) return false;
    throw error;
  }
}

function makeOne(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process has made it meanwhile.
    if (!hasErrno(error, 'EEXIST')) throw error;
  }
}
