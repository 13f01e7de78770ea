import type { PreparedModule } from './import-module.ts';
import type { PluginKind } from './plugin-kind.ts';
import { prepareModule } from './prepare-module.ts';
import { type ResolvedPlugin, resolvePlugin } from './resolve-plugin.ts';

/** A plugin's module, found and read, not yet run. */
export interface FoundPlugin {
  resolved: ResolvedPlugin;
  prepared: PreparedModule;
}

/** Finds and reads the modules of a run; each file once, however many plugins it holds. */
export class PluginLoader {
  readonly fingerprints: { spec: string; file: string; sha256: string }[] = [];
  readonly #cwd: string;
  readonly #files = new Map<string, Promise<PreparedModule>>();

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** @throws PluginError */
  async find(spec: string, kind: PluginKind): Promise<FoundPlugin> {
    const resolved = await resolvePlugin(spec, kind, this.#cwd);
    let reading = this.#files.get(resolved.file);
    if (reading === undefined) {
      reading = prepareModule(resolved);
      this.#files.set(resolved.file, reading);
    }
    const prepared = await reading;
    if (!this.fingerprints.some((known) => known.spec === spec && known.file === prepared.file)) {
      this.fingerprints.push({ spec, file: prepared.file, sha256: prepared.sha256 });
    }
    return { resolved, prepared };
  }
}
