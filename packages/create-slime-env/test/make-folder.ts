import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder, removed when the test ends. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'create-slime-env-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Everything in a folder, sorted, with slashes. */
export async function listAll(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true }))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}
