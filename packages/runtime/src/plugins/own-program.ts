import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleModule } from './bundle-module.ts';
import { ownFolders, RUNS_FROM_SOURCE } from './own-files.ts';

/** Files of ours that Node.js runs on their own, in a process or a thread, by their folders. */
const FOLDERS = {
  child: 'plugins',
  'watchdog-worker': 'plugins',
  'lifeline-worker': 'plugins',
  'encode-worker': 'tokens/bpe',
  'picture-worker': 'vision',
} as const;

export type OwnProgram = keyof typeof FOLDERS;

/**
 * Gives the JavaScript file of a program of ours: built beside the rest of the package, or, where
 * we run from TypeScript sources, bundled into the folder for temporary files under a name that
 * holds its hash.
 */
export async function ownProgram(name: OwnProgram): Promise<string> {
  const folder = FOLDERS[name];
  if (!RUNS_FROM_SOURCE) return join(ownFolders()[0], 'dist', folder, `${name}.js`);
  const source = fileURLToPath(new URL(`../${folder}/${name}.ts`, import.meta.url));
  const { code } = await bundleModule(source);
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16);
  const file = join(tmpdir(), `slime-${name}-${hash}.mjs`);
  if (existsSync(file)) return file;
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, code);
  await rename(draft, file);
  return file;
}
