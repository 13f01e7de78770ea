import type { JsonObject } from 'slime-sdk';
import { type Manifest, packageOfSpec, readManifest } from '../plugins/index.ts';

/** The manifest of a plugin's package; null when the plugin is a file or its package has none. */
export async function manifestOfSpec(spec: string | null, cwd?: string): Promise<Manifest | null> {
  const name = spec === null ? null : packageOfSpec(spec);
  return name === null ? null : readManifest(name, cwd);
}

/**
 * Arguments that a package brings, to stand below the user's own: its data with their keys, its
 * reward and its defaults.
 */
export function argsOfManifest(manifest: Manifest | null): JsonObject {
  if (manifest === null) return {};
  const { data, reward, packageName } = manifest;
  const { path, ...keys } = data ?? { path: undefined };
  return {
    ...Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined)),
    ...manifest.args,
    ...(path === undefined ? {} : { prompt_data: path }),
    ...(reward === undefined ? {} : { custom_rm_path: packageName }),
  };
}
