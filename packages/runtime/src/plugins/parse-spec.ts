import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PluginError } from 'slime-sdk';

/** What a flag such as `--custom-rm-path` names, before anything is looked up. */
export type PluginSpec =
  | { kind: 'file'; file: string; exportName: string | null }
  | { kind: 'package'; packageName: string; subpath: string | null; exportName: string | null };

const PACKAGE = /^(@[\w.~-]+\/[\w.~-]+|[\w~-][\w.~-]*)(?:\/(.+))?$/;

/**
 * Splits `./rm.ts`, `./rm.ts#name`, `package` and `package/subpath#name`; relative paths start
 * at `cwd`.
 *
 * @throws PluginError when it is none of these.
 */
export function parsePluginSpec(spec: string, cwd: string): PluginSpec {
  const hash = spec.lastIndexOf('#');
  const path = hash < 0 ? spec : spec.slice(0, hash);
  const exportName = hash < 0 ? null : spec.slice(hash + 1);
  if (path === '' || exportName === '') {
    throw new PluginError(
      `"${spec}" names no module: write ./file.ts, ./file.ts#name, package or package/subpath#name`,
      { data: { spec } },
    );
  }
  if (path.startsWith('file:')) return { kind: 'file', file: fileURLToPath(path), exportName };
  if (/^\.{1,2}(\/|$)/.test(path) || isAbsolute(path)) {
    return { kind: 'file', file: resolve(cwd, path), exportName };
  }
  const [, packageName, subpath = null] = PACKAGE.exec(path) ?? [];
  if (packageName === undefined) {
    throw new PluginError(`"${spec}" is neither a path (./file.ts) nor the name of a package`, {
      data: { spec },
    });
  }
  return { kind: 'package', packageName, subpath, exportName };
}

/**
 * Gives the package that a spec names, null when it names a file.
 *
 * @throws PluginError when the spec has no legal form.
 */
export function packageOfSpec(spec: string): string | null {
  const parsed = parsePluginSpec(spec, '/');
  return parsed.kind === 'package' ? parsed.packageName : null;
}
