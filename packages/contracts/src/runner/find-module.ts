import {
  type PreparedModule,
  prepareModule,
  type ResolvedPlugin,
  resolvePlugin,
} from 'slime-runtime/hosting';
import type { PluginTarget } from './suite-request.ts';

/** A plugin's module, found and read, not yet run. */
export interface FoundModule {
  resolved: ResolvedPlugin;
  prepared: PreparedModule;
}

/** Finds and reads the module of a plugin. @throws PluginError */
export async function findModule(target: PluginTarget, cwd: string): Promise<FoundModule> {
  const resolved = await resolvePlugin(target.spec, manifestKind(target), cwd);
  return { resolved, prepared: await prepareModule(resolved) };
}

/** The manifest's key of a kind; hooks have none. */
function manifestKind({ kind }: PluginTarget): 'env' | 'reward' | 'generate' | null {
  if (kind === 'rm') return 'reward';
  return kind === 'env' || kind === 'generate' ? kind : null;
}
