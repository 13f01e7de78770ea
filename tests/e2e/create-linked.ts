import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Kind } from '../../packages/create-slime-env/src/kinds.ts';
import { readTemplate } from '../../packages/create-slime-env/src/read-template.ts';
import { writeFolder } from '../../packages/create-slime-env/src/write-folder.ts';

const OWN = fileURLToPath(new URL('../../packages/create-slime-env/', import.meta.url));

/** A new package with this repository's packages in the place of an install. */
export interface LinkedPackage {
  dir: string;
  env: NodeJS.ProcessEnv;
  remove(): Promise<void>;
}

/** Makes a package as `npm create` does, of the template as it stands. */
export async function createLinked(kind: Kind): Promise<LinkedPackage> {
  const root = await mkdtemp(join(tmpdir(), 'slime-create-'));
  const dir = join(root, `my-${kind}`);
  const versions = await readVersions();
  const files = await readTemplate({ kind, name: `my-${kind}`, versions });
  await writeFolder(dir, files, new AbortController().signal);
  const modules = join(dir, 'node_modules');
  await mkdir(modules);
  for (const name of await readdir(join(OWN, 'node_modules'))) {
    if (name !== '.bin') await symlink(join(OWN, 'node_modules', name), join(modules, name));
  }
  const bin = join(OWN, 'node_modules/.bin');
  const env = { ...process.env, PATH: [bin, process.env['PATH']].join(delimiter), NO_COLOR: '1' };
  return { dir, env, remove: () => rm(root, { recursive: true, force: true }) };
}

/** Nothing is installed, so any version does. */
async function readVersions(): Promise<Map<string, string>> {
  const { devDependencies } = z
    .object({ devDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile(join(OWN, 'package.json'), 'utf8')));
  return new Map(Object.keys(devDependencies).map((name) => [name, '*']));
}
