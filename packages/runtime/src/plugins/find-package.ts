import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { moduleResolve } from 'import-meta-resolve';
import { exactForms, parseExactJson, PluginError, restoreExactForms } from 'slime-sdk';
import { z } from 'zod';
import { IMPORT_CONDITIONS } from './own-files.ts';

const packageJsonSchema = z.looseObject({
  name: z.string().optional(),
  version: z.string().default('0.0.0'),
  exports: z.unknown().optional(),
});

/** An installed package. */
export interface FoundPackage {
  name: string;
  folder: string;
  /** Its `package.json`, and where that lies. */
  json: z.output<typeof packageJsonSchema>;
  jsonFile: string;
  /** A module beside which Node.js finds the package by its name. */
  parent: URL;
}

/**
 * Finds a package from the user's folder first, then from our own installation. A package is
 * found from inside itself too.
 *
 * @throws PluginError that says where it was looked for and how to install it.
 */
export async function findPackage(name: string, cwd: string): Promise<FoundPackage> {
  const own = dirname(fileURLToPath(import.meta.url));
  for (const start of [cwd, own]) {
    for (const folder of ancestors(start)) {
      const installed = await readPackage(join(folder, 'node_modules', name));
      if (installed !== null) return { ...installed, name, parent: beside(folder) };
      const around = await readPackage(folder);
      if (around?.json.name === name) return { ...around, name, parent: beside(folder) };
    }
  }
  const file = join(cwd, name);
  throw new PluginError(
    existsSync(file)
      ? `there is no package "${name}"; for the file in this folder write ./${name}`
      : `cannot find the package "${name}" from ${cwd}: run \`npm install ${name}\` there, ` +
          'or write ./ in front of a file',
    { data: { package: name, from: cwd } },
  );
}

function* ancestors(start: string): Generator<string> {
  for (let folder = start, last = ''; folder !== last; folder = dirname(folder)) {
    yield folder;
    last = folder;
  }
}

function beside(folder: string): URL {
  return pathToFileURL(join(folder, 'noop.js'));
}

async function readPackage(
  folder: string,
): Promise<Pick<FoundPackage, 'folder' | 'json' | 'jsonFile'> | null> {
  const jsonFile = join(folder, 'package.json');
  if (!existsSync(jsonFile)) return null;
  return { folder, jsonFile, json: parsePackageJson(await readFile(jsonFile, 'utf8'), jsonFile) };
}

function parsePackageJson(text: string, file: string): FoundPackage['json'] {
  try {
    const written = parseExactJson(text);
    const json = packageJsonSchema.parse(written);
    // A template prints variables of `slime.args` as they stand there.
    restoreExactForms(json, exactForms(written));
    return json;
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new PluginError(`${file} is no valid package.json: ${reason}`, { cause });
  }
}

/**
 * Gives the file that `import 'package/subpath'` would load, by Node's own algorithm.
 *
 * @throws PluginError when the package does not export it or the file is missing.
 */
export function resolveInPackage(found: FoundPackage, subpath: string | null): string {
  const specifier = subpath === null ? found.name : `${found.name}/${subpath}`;
  try {
    return fileURLToPath(moduleResolve(specifier, found.parent, new Set(IMPORT_CONDITIONS)));
  } catch (cause) {
    const missing = missingFile(cause);
    const exported = exportedSubpaths(found.json.exports);
    throw new PluginError(
      missing === null
        ? `the package "${found.name}" (${found.folder}) has no module "${specifier}"` +
            (exported.length === 0 ? '' : `; its exports are ${exported.join(', ')}`)
        : `"${specifier}" leads to ${missing}, which does not exist: is the package built?`,
      { cause, data: { package: found.name, folder: found.folder } },
    );
  }
}

function missingFile(error: unknown): string | null {
  if (!(error instanceof Error) || !('url' in error) || typeof error.url !== 'string') return null;
  return error.url.startsWith('file:') ? fileURLToPath(error.url) : null;
}

/** Keys of `exports` that are subpaths: `.`, `./rm`. */
export function exportedSubpaths(exports: unknown): string[] {
  if (typeof exports !== 'object' || exports === null) return [];
  return Object.keys(exports).filter((key) => key.startsWith('.'));
}

/** The subpath of `exports` that is a path, or that leads to it under some condition. */
export function subpathOf(exports: unknown, path: string): string | null {
  if (typeof exports === 'string') return exports === path ? '.' : null;
  if (typeof exports !== 'object' || exports === null) return null;
  const entries: [string, unknown][] =
    exportedSubpaths(exports).length === 0 ? [['.', exports]] : Object.entries(exports);
  return entries.find(([key, target]) => key === path || leadsTo(target, path))?.[0] ?? null;
}

function leadsTo(target: unknown, path: string): boolean {
  if (typeof target === 'string') return target === path;
  if (typeof target !== 'object' || target === null) return false;
  return Object.values(target).some((inner) => leadsTo(inner, path));
}
