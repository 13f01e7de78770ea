import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { bundleModule } from './bundle-module.ts';
import type { PreparedModule } from './import-module.ts';
import type { ResolvedPlugin } from './resolve-plugin.ts';

/**
 * Reads a plugin's module without running it: the user's own files are bundled, the built
 * JavaScript of a package stays as it is.
 *
 * @throws PluginError when its files cannot be read or import what is not there.
 */
export async function prepareModule(resolved: ResolvedPlugin): Promise<PreparedModule> {
  const { file, built } = resolved;
  if (!built) return bundleModule(file);
  const sha256 = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  return { file, code: null, sha256 };
}
