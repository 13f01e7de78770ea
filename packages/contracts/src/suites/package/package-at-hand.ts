import { realpath } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { readFile } from 'node:fs/promises';
import { findPackage, type FoundPackage } from 'slime-runtime/hosting';
import { PluginError } from 'slime-sdk';
import { z } from 'zod';

const names = z.record(z.string(), z.string()).default({});

const packageSchema = z.looseObject({
  name: z.string().min(1).optional(),
  version: z.string().min(1).optional(),
  license: z.string().optional(),
  main: z.string().optional(),
  types: z.string().optional(),
  exports: z.unknown().optional(),
  publishConfig: z.looseObject({ exports: z.unknown().optional() }).optional(),
  scripts: names,
  dependencies: names,
  peerDependencies: names,
  optionalDependencies: names,
  devDependencies: names,
});

/** A package that is checked. */
export interface PackageAtHand {
  /** Its folder, links resolved. */
  folder: string;
  json: z.output<typeof packageSchema>;
  /** As the readers of manifests take it; null where it has no name. */
  found: FoundPackage | null;
}

/** Whether a name is a folder's: `./env`, `../env`, `packages/env`, `/srv/env`. */
export function isFolder(nameOrFolder: string): boolean {
  if (/^\.{1,2}(\/|$)/.test(nameOrFolder) || isAbsolute(nameOrFolder)) return true;
  // A slash in a package's name comes after its scope.
  return nameOrFolder.includes('/') && !nameOrFolder.startsWith('@');
}

/**
 * Finds a package by its name, as plugins are found, or by its folder.
 *
 * @throws PluginError when there is none, or its package.json cannot be read.
 */
export async function openPackage(nameOrFolder: string, cwd: string): Promise<PackageAtHand> {
  if (isFolder(nameOrFolder)) return openFolder(resolve(cwd, nameOrFolder));
  const { folder, ...rest } = await findPackage(nameOrFolder, cwd);
  const opened = await openFolder(folder);
  return { ...opened, found: { ...rest, folder: opened.folder } };
}

async function openFolder(path: string): Promise<PackageAtHand> {
  const jsonFile = join(path, 'package.json');
  const json = await readPackageJson(jsonFile);
  const folder = await realpath(path);
  const { name } = json;
  return {
    folder,
    json,
    found: name === undefined ? null : await findPackage(name, folder),
  };
}

async function readPackageJson(file: string): Promise<PackageAtHand['json']> {
  try {
    return packageSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new PluginError(`${file}: ${reason}`, { cause, data: { file } });
  }
}
