import { createRolloutArgs } from 'slime-sdk';
import { loadSeconds } from './load-seconds.ts';
import { ModuleCache } from './module-cache.ts';
import { PluginLoader } from './plugin-loader.ts';
import { type BuildPolicy, readPolicy } from './read-function.ts';

/**
 * Loads a policy of the embedded engine: `./policy.ts`, `package`, …. It runs in this process,
 * the engine's, without isolation. A bare function is the policy itself. `sha256` is over its files.
 *
 * @throws PluginError when it cannot be found, loaded or recognised.
 */
export async function loadPolicy(
  spec: string,
  cwd: string = process.cwd(),
): Promise<{ build: BuildPolicy; sha256: string }> {
  const { resolved, prepared } = await new PluginLoader(cwd).find(spec, 'policy');
  const exports = await new ModuleCache().run(prepared, loadSeconds(createRolloutArgs()));
  return { build: readPolicy({ ...resolved, exports }), sha256: prepared.sha256 };
}
