import { realpath } from 'node:fs/promises';
import { findPackage, type Manifest, manifestOf } from 'slime-runtime/hosting';
import { isSlimeError } from 'slime-sdk';
import type { PluginTarget } from '../../runner/suite-request.ts';
import { openPackage, type PackageAtHand } from './package-at-hand.ts';

const KINDS = [
  ['env', 'env'],
  ['reward', 'rm'],
  ['generate', 'generate'],
] as const;

/**
 * The plugins that a package's manifest names. None where there is no manifest, or a wrong one:
 * the package's own checks say so.
 *
 * @throws PluginError when there is no such package
 */
export async function pluginsOfPackage(nameOrFolder: string, cwd: string): Promise<PluginTarget[]> {
  const opened = await openPackage(nameOrFolder, cwd);
  const manifest = await readOrNull(opened);
  if (manifest === null) return [];
  const isFoundByName = await isFoundFrom(opened, cwd);
  return KINDS.flatMap(([key, kind]) => {
    const entry = manifest[key];
    if (entry === undefined) return [];
    const { file, exportName } = entry;
    const name = exportName === null ? '' : `#${exportName}`;
    return { kind, spec: isFoundByName ? manifest.packageName : file + name };
  });
}

/**
 * The manifest of a package, by name or folder; null where it has none, or a wrong one.
 *
 * @throws PluginError when there is no such package
 */
export async function manifestOfPackage(
  nameOrFolder: string,
  cwd: string,
): Promise<Manifest | null> {
  return readOrNull(await openPackage(nameOrFolder, cwd));
}

async function readOrNull({ found }: PackageAtHand): Promise<Manifest | null> {
  if (found === null) return null;
  try {
    return await manifestOf(found);
  } catch (error) {
    // `package/manifest` reports it.
    if (isSlimeError(error)) return null;
    throw error;
  }
}

/** Whether its name leads to this very folder from where the command runs. */
async function isFoundFrom({ folder, json }: PackageAtHand, cwd: string): Promise<boolean> {
  if (json.name === undefined) return false;
  try {
    return (await realpath((await findPackage(json.name, cwd)).folder)) === folder;
  } catch (error) {
    // It is not installed there: then it is named by its file.
    if (isSlimeError(error)) return false;
    throw error;
  }
}
