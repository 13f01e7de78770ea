import { cp, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { findPackage } from 'slime-runtime/hosting';
import { isSlimeError } from 'slime-sdk';
import type { PackageAtHand } from './package-at-hand.ts';
import type { PackedFiles } from './pack.ts';

/** A package as it lies once its tarball is unpacked. */
export interface LaidOut {
  folder: string;
  /** Where a file of the package lies in it. */
  fileOf(file: string): string;
  remove(): Promise<void>;
}

/**
 * Lays the packed files of a package out in a fresh folder, beside links to the packages that it
 * declares and nothing else.
 */
export async function layOut(at: PackageAtHand, files: PackedFiles): Promise<LaidOut> {
  // Node.js resolves links: the folder must be the real one for paths in messages.
  const root = await realpath(await mkdtemp(join(tmpdir(), 'slime-contracts-')));
  const remove = () => rm(root, { recursive: true, force: true });
  try {
    const folder = join(root, 'package');
    for (const path of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await cp(join(at.folder, path), join(folder, path));
    }
    await linkDependencies(at, join(folder, 'node_modules'));
    return { folder, fileOf: (file) => join(folder, relative(at.folder, file)), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function linkDependencies({ folder, json }: PackageAtHand, modules: string): Promise<void> {
  const { dependencies, peerDependencies, optionalDependencies } = json;
  const names = Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies });
  for (const name of names) {
    const installed = await findOrNull(name, folder);
    if (installed === null) continue;
    const link = join(modules, name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(await realpath(installed), link, 'junction');
  }
}

/** What is not installed is missed by the module that imports it, if any does. */
async function findOrNull(name: string, folder: string): Promise<string | null> {
  try {
    return (await findPackage(name, folder)).folder;
  } catch (error) {
    if (isSlimeError(error)) return null;
    throw error;
  }
}
