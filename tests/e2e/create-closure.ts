import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const names = z.record(z.string(), z.string()).default({});
const manifestSchema = z.object({
  dependencies: names,
  devDependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z
    .record(z.string(), z.object({ optional: z.boolean().default(false) }))
    .default({}),
});

/**
 * Folders of all third-party packages that an install of these packages brings, the ones for
 * developing the first of them included, as they are installed here.
 *
 * @throws Error naming a dependency that is not installed, builds for other platforms aside.
 */
export async function thirdPartyClosure(packages: readonly string[]): Promise<string[]> {
  const seen = new Set<string>();
  const visit = async (folder: string, isOurs: boolean): Promise<void> => {
    if (seen.has(folder)) return;
    seen.add(folder);
    const manifest = manifestSchema.parse(
      JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')),
    );
    const { peerDependencies, peerDependenciesMeta } = manifest;
    const peers = Object.keys(peerDependencies).filter(
      (name) => !(peerDependenciesMeta[name]?.optional ?? false),
    );
    const needed = [
      ...Object.keys(manifest.dependencies),
      ...(isOurs ? Object.keys(manifest.devDependencies) : []),
      ...peers,
    ];
    for (const name of [...needed, ...Object.keys(manifest.optionalDependencies)]) {
      const found = await findInstalled(name, folder);
      if (found !== null) await visit(found, false);
      else if (needed.includes(name)) throw new Error(`${name}, which ${folder} needs, is missing`);
    }
  };
  for (const folder of packages) await visit(await realpath(folder), true);
  return [...seen].filter((folder) => folder.includes('node_modules'));
}

async function findInstalled(name: string, from: string): Promise<string | null> {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpath(candidate);
    if (dirname(folder) === folder) return null;
  }
}
