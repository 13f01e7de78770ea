import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/**
 * Whether this program runs from its TypeScript sources: then packages of the workspace resolve to
 * their sources too, and files of ours that Node.js must run alone are bundled first.
 */
export const RUNS_FROM_SOURCE = import.meta.url.endsWith('.ts');

/** Conditions under which Node.js resolves an `import`, and ours for sources. */
export const IMPORT_CONDITIONS: ReadonlySet<string> = new Set([
  'node',
  'import',
  'module-sync',
  'node-addons',
  ...(RUNS_FROM_SOURCE ? ['slime-source'] : []),
]);

let folders: readonly [runtime: string, sdk: string] | null = null;

/** The folders of this package and of the SDK. */
export function ownFolders(): readonly [runtime: string, sdk: string] {
  if (folders === null) {
    const { resolve } = createRequire(import.meta.url);
    folders = [
      dirname(resolve('slime-runtime/package.json')),
      dirname(resolve('slime-sdk/package.json')),
    ];
  }
  return folders;
}
