import { PluginError } from 'slime-sdk';
import { importModule, type ModuleExports, type PreparedModule } from './import-module.ts';

/** The modules that ran in this process; each runs once, however many plugins it holds. */
export class ModuleCache {
  readonly #modules = new Map<string, Promise<ModuleExports>>();

  /**
   * Runs a module the first time, and gives what it exports.
   *
   * @throws PluginError when it throws or does not finish in `seconds`.
   */
  run(prepared: PreparedModule, seconds: number, id?: string): Promise<ModuleExports> {
    const known = this.#modules.get(prepared.file);
    if (known !== undefined) return known;
    const running = withinSeconds(importModule(prepared, id), prepared.file, seconds);
    this.#modules.set(prepared.file, running);
    return running;
  }
}

/** A top-level `await` may never settle. */
async function withinSeconds<T>(work: Promise<T>, file: string, seconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new PluginError(`${file} did not finish loading in ${seconds} s`, { data: { file } }));
    }, seconds * 1000);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
