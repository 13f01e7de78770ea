import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PluginError } from 'slime-sdk';
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
  return built ? { file, code: null, sha256: await hashBuilt(file) } : bundleModule(file);
}

/** Over all files of the package that its entry imports: an entry may only name what changed. */
async function hashBuilt(file: string): Promise<string> {
  try {
    return (await bundleModule(file)).sha256;
  } catch (error) {
    if (!(error instanceof PluginError)) throw error;
    // What cannot be bundled may still run; where it cannot, its import tells.
    return createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  }
}
