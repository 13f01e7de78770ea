import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, parse } from 'node:path';
import { PluginError } from 'slime-sdk';
import { findPackage, resolveInPackage } from './find-package.ts';
import { manifestOf } from './manifest.ts';
import { parsePluginSpec } from './parse-spec.ts';
import type { PluginKind } from './plugin-kind.ts';

const SCRIPT = /\.[cm]?[jt]s$/;

/** Where a plugin's module lies. */
export interface ResolvedPlugin {
  /** As the user wrote it. */
  spec: string;
  /** Absolute. */
  file: string;
  /** The export that spec or manifest names; null for the kind's default ones. */
  exportName: string | null;
  /** JavaScript of a package: imported as it stands, not bundled. */
  built: boolean;
}

/**
 * Finds the module of a plugin. A bare package name leads to its manifest's entry of that kind,
 * else to its main module; without a kind to its main module.
 *
 * @throws PluginError when package, subpath or file is missing.
 */
export async function resolvePlugin(
  spec: string,
  kind: PluginKind | null,
  cwd: string,
): Promise<ResolvedPlugin> {
  const parsed = parsePluginSpec(spec, cwd);
  if (parsed.kind === 'file') {
    assertScript(spec, parsed.file);
    return { spec, file: parsed.file, exportName: parsed.exportName, built: false };
  }
  const found = await findPackage(parsed.packageName, cwd);
  const isBare = parsed.subpath === null && kind !== null;
  const entry = isBare ? (await manifestOf(found))?.[kind] : undefined;
  const file = entry?.file ?? resolveInPackage(found, parsed.subpath);
  assertScript(spec, file);
  return {
    spec,
    file,
    exportName: parsed.exportName ?? entry?.exportName ?? null,
    built: /\.[cm]?js$/.test(file),
  };
}

function assertScript(spec: string, file: string): void {
  const data = { spec, file };
  if (!existsSync(file)) {
    const near = sameStem(file);
    throw new PluginError(
      `cannot find ${file}, named by "${spec}"` + (near === null ? '' : `; there is ${near}`),
      { data },
    );
  }
  if (statSync(file).isDirectory()) {
    throw new PluginError(`${file}, named by "${spec}", is a folder: name a file in it`, { data });
  }
  if (!SCRIPT.test(file)) {
    throw new PluginError(
      `${file}, named by "${spec}", is no TypeScript or JavaScript module (${extname(file) || 'no extension'}); ` +
        'plugins are .ts, .mts, .js, .mjs or .cjs files',
      { data },
    );
  }
}

/** A file of the same name and another extension, for the message. */
function sameStem(file: string): string | null {
  const folder = dirname(file);
  if (!existsSync(folder)) return null;
  const stem = SCRIPT.test(file) ? parse(file).name : basename(file);
  return readdirSync(folder).find((name) => SCRIPT.test(name) && parse(name).name === stem) ?? null;
}
