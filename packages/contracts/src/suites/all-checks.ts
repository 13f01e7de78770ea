import type { CheckText } from '../check.ts';
import { PLUGIN_KINDS, type PluginKind } from '../plugin-kinds.ts';
import { SUITES } from './index.ts';

/** A check and what it is a check of. */
export type KnownCheck = CheckText & {
  kind: PluginKind | 'samples' | 'package';
  isProperty: boolean;
};

/** Every check that there is, kind by kind. */
export async function allChecks(): Promise<KnownCheck[]> {
  const kinds = Object.keys(PLUGIN_KINDS) as PluginKind[];
  const suites = await Promise.all(
    kinds.map(async (kind) => (await SUITES[kind]()).checks.map((check) => ({ ...check, kind }))),
  );
  return suites.flat();
}
