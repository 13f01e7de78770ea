import type { CustomGenerate, Logger, RolloutArgs } from 'slime-sdk';
import { AbandonedCalls } from './abandoned-calls.ts';
import type { CalledPlugin } from './call-plugin.ts';
import { hostGenerate } from './inline-generate.ts';
import { InlineEnv } from './inline-env.ts';
import { InlineReward } from './inline-reward.ts';
import { loadSeconds } from './load-seconds.ts';
import { ModuleCache } from './module-cache.ts';
import type { LoadedModule } from './pick-export.ts';
import { keysOf, readPluginConfig } from './plugin-config.ts';
import type { HostedEnv, HostedReward, PluginHost } from './plugin-host.ts';
import type { PluginKind } from './plugin-kind.ts';
import { PluginLoader } from './plugin-loader.ts';
import { readEnv } from './read-env.ts';
import { readGenerate } from './read-function.ts';
import { readReward } from './read-reward.ts';
import type { WatchdogLease } from './watchdog.ts';

/** Runs plugins in this process. */
export class InlineHost implements PluginHost {
  readonly configKeys: (readonly string[] | null)[] = [];
  readonly #loader: PluginLoader;
  readonly #modules = new ModuleCache();
  readonly #envs: InlineEnv[] = [];
  readonly #abandoned = new AbandonedCalls();
  readonly #args: RolloutArgs;
  readonly #log: Logger;
  readonly #watchdog: WatchdogLease;
  #closed: Promise<void> | null = null;

  constructor(options: { args: RolloutArgs; cwd: string; log: Logger; watchdog: WatchdogLease }) {
    this.#loader = new PluginLoader(options.cwd);
    this.#args = options.args;
    this.#log = options.log;
    this.#watchdog = options.watchdog;
  }

  get fingerprints(): PluginHost['fingerprints'] {
    return this.#loader.fingerprints;
  }

  async loadEnv(spec: string): Promise<HostedEnv> {
    const env = readEnv(await this.#load(spec, 'env'));
    const plugin = this.#called(`env "${env.declaration.name}"`, this.#args.env_step_timeout);
    readPluginConfig(env.config, this.#args, plugin.name);
    this.configKeys.push(keysOf(env.config));
    const hosted = new InlineEnv(env, plugin);
    this.#envs.push(hosted);
    return hosted;
  }

  async loadReward(spec: string, mode: 'single' | 'group'): Promise<HostedReward> {
    const reward = readReward(await this.#load(spec, 'reward'), mode);
    const plugin = this.#called(`reward "${spec}"`, this.#args.reward_timeout);
    readPluginConfig(reward.config, this.#args, plugin.name);
    this.configKeys.push(keysOf(reward.config));
    return new InlineReward(reward, plugin);
  }

  async loadGenerate(spec: string): Promise<CustomGenerate> {
    const generate = readGenerate(await this.#load(spec, 'generate'));
    const plugin = this.#called(`generate "${spec}"`, this.#args.env_step_timeout);
    return hostGenerate(generate, plugin);
  }

  /** Closes every env that is still open. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await Promise.all(this.#envs.map((env) => env.close()));
    await this.#watchdog.release();
    const { total, pending } = this.#abandoned;
    if (total === 0) return;
    this.#log.warn(`${total} calls of plugins were abandoned; ${pending} of them never settled`);
  }

  async #load(spec: string, kind: PluginKind): Promise<LoadedModule> {
    const { resolved, prepared } = await this.#loader.find(spec, kind);
    const seconds = loadSeconds(this.#args);
    const { monitor } = this.#watchdog;
    const facts = { plugin: prepared.file, where: 'load', index: null, turn: null } as const;
    const entry = monitor.begin(facts.plugin, facts, seconds);
    try {
      monitor.returned(entry);
      return { ...resolved, exports: await this.#modules.run(prepared, seconds) };
    } finally {
      monitor.end(entry);
    }
  }

  #called(name: string, seconds: number): CalledPlugin {
    const { monitor } = this.#watchdog;
    return { name, seconds, log: this.#log, monitor, abandoned: this.#abandoned };
  }
}
