import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Kind } from './kinds.ts';

const TEMPLATE = fileURLToPath(new URL('../template/', import.meta.url));
const NAME = 'PACKAGE_NAME';
/** npm leaves a `.gitignore` out of what it packs, and a `package.json` makes a package of its folder. */
const RENAMED = new Map([
  ['_gitignore', '.gitignore'],
  ['_package.json', 'package.json'],
]);
/** Where the kind's `about.md` goes in the shared README. */
const ABOUT = 'PACKAGE_ABOUT\n';

/** What a package is made of. */
export interface PackageOptions {
  name: string;
  kind: Kind;
  /** Versions of what it installs. */
  versions: ReadonlyMap<string, string>;
}

/** A file of a new package: its path inside, with slashes, and its text. */
export interface PackageFile {
  path: string;
  text: string;
}

/**
 * Gives the files of a new package, sorted by path: those that all kinds share, and the kind's
 * own, which go before them. The kind's `package.json` is laid over the shared one.
 *
 * @throws TypeError when a dependency of the template has no version.
 */
export async function readTemplate(options: PackageOptions): Promise<PackageFile[]> {
  const base = await readFolder(join(TEMPLATE, 'base'));
  const own = await readFolder(join(TEMPLATE, options.kind));
  const manifest = overlay(parseManifest(base), parseManifest(own));
  const files = new Map([...base, ...own]);
  const about = own.get('about.md') ?? '';
  files.set(
    'README.md',
    (base.get('README.md') ?? '').replace(ABOUT, () => about),
  );
  files.delete('about.md');
  files.set(
    'package.json',
    `${JSON.stringify(withVersions(manifest, options.versions), null, 2)}\n`,
  );
  return [...files]
    .map(([path, text]) => ({ path, text: text.replaceAll(NAME, () => options.name) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function readFolder(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, string>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).split(sep).join('/');
    files.set(RENAMED.get(path) ?? path, await readFile(file, 'utf8'));
  }
  return files;
}

type Manifest = Record<string, unknown>;

function parseManifest(files: ReadonlyMap<string, string>): Manifest {
  const json: unknown = JSON.parse(files.get('package.json') ?? '{}');
  return Object.fromEntries(Object.entries(toGroup(json)));
}

/** What is in both as objects is joined, all else replaced. */
function overlay(base: Manifest, own: Manifest): Manifest {
  const joined = Object.entries(own).map(([key, value]) => [
    key,
    isGroup(base[key]) && isGroup(value) ? { ...base[key], ...value } : value,
  ]);
  return { ...base, ...Object.fromEntries(joined) };
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toGroup(value: unknown): object {
  return isGroup(value) ? value : {};
}

function withVersions(manifest: Manifest, versions: ReadonlyMap<string, string>): Manifest {
  const filled = { ...manifest };
  for (const key of ['dependencies', 'devDependencies']) {
    const names = Object.keys(toGroup(manifest[key]));
    filled[key] = Object.fromEntries(names.map((name) => [name, versionOf(name, versions)]));
  }
  return filled;
}

function versionOf(name: string, versions: ReadonlyMap<string, string>): string {
  const version = versions.get(name);
  if (version === undefined || /^(workspace|catalog):/.test(version)) {
    throw new TypeError(
      `the template installs ${name}, and create-slime-env has no version of it (${version}): ` +
        'it runs as it was packed, not out of its repository',
    );
  }
  return version;
}
