import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { PluginError, type RolloutArgs } from 'slime-sdk';
import { z } from 'zod';
import type { ChildPool } from './child-pool.ts';
import type { ChildPlugin } from './child-protocol.ts';
import { bundlePaths } from './import-module.ts';
import { loadSeconds } from './load-seconds.ts';
import { type CallFacts, callFailure } from './plugin-failure.ts';
import type { SupervisedChild } from './supervised-child.ts';

// What a child sends was made by it; here it only gets its type back.
const loadedSchema = z.object({
  declaration: z.unknown(),
  /** Null: any. */
  keys: z.array(z.string()).nullable(),
});

type Loaded = z.infer<typeof loadedSchema>;

/** A plugin that the children of a pool load when they first need it. */
export class ProcessPlugin {
  readonly pool: ChildPool;
  readonly #plugin: ChildPlugin;
  readonly #args: RolloutArgs;

  constructor(plugin: ChildPlugin, pool: ChildPool, args: RolloutArgs) {
    this.pool = pool;
    this.#plugin = plugin;
    this.#args = args;
  }

  get key(): number {
    return this.#plugin.key;
  }

  /**
   * Takes a child that has loaded the plugin.
   *
   * @throws EnvError or GraderError when it does not load in this child, having loaded in another.
   */
  async acquire(facts: CallFacts, signal: AbortSignal, seconds: number): Promise<SupervisedChild> {
    return this.#loaded(await this.pool.acquire(signal), facts, seconds);
  }

  /** Takes a child that has done nothing but load the plugin, as {@link acquire} does. */
  async acquireFresh(
    facts: CallFacts,
    signal: AbortSignal,
    seconds: number,
  ): Promise<SupervisedChild> {
    return this.#loaded(await this.pool.acquireFresh(signal), facts, seconds);
  }

  async #loaded(
    child: SupervisedChild,
    facts: CallFacts,
    seconds: number,
  ): Promise<SupervisedChild> {
    if (child.loaded.has(this.key)) return child;
    try {
      await this.load(child);
      return child;
    } catch (cause) {
      this.pool.release(child, seconds);
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw callFailure(facts, `could not load its module again: ${reason}`, { cause });
    }
  }

  /**
   * Loads the plugin in a child, and gives what it declares and the configuration keys it reads.
   *
   * @throws PluginError, ConfigError
   */
  async load(child: SupervisedChild): Promise<Loaded> {
    const { file } = this.#plugin.prepared;
    const seconds = loadSeconds(this.#args);
    const importId = randomUUID();
    try {
      const loaded = await child.request(
        { op: 'load', plugin: this.#plugin, args: this.#args, seconds, importId },
        {
          seconds,
          fail: (reason) =>
            new PluginError(`${file} failed while it was loaded: it ${reason}`, { data: { file } }),
        },
      );
      child.loaded.add(this.key);
      return loadedSchema.parse(loaded);
    } catch (error) {
      // A child that was ended in the middle of the import could not tidy up.
      await Promise.all(bundlePaths(file, importId).map((path) => rm(path, { force: true })));
      throw error;
    }
  }
}
