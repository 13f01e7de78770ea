import { ConfigError, type CustomGenerate, type Logger, type RolloutArgs } from 'slime-sdk';
import { ChildPool } from './child-pool.ts';
import type { ChildPlugin } from './child-protocol.ts';
import type { HostedEnv, HostedReward, PluginHost } from './plugin-host.ts';
import { PluginLoader } from './plugin-loader.ts';
import { ProcessEnv } from './process-env.ts';
import { ProcessPlugin } from './process-plugin.ts';
import { ProcessReward } from './process-reward.ts';
import { readEnvDeclaration } from './read-env.ts';
import { readRewardDeclaration } from './read-reward.ts';
import type { ChildSetup } from './supervised-child.ts';

/** Runs plugins in supervised child processes; their modules never run in this one. */
export class ProcessHost implements PluginHost {
  readonly configKeys: (readonly string[] | null)[] = [];
  readonly #loader: PluginLoader;
  readonly #args: RolloutArgs;
  /** Apart from each other: an open episode may wait for its reward. */
  readonly #pools: Readonly<Record<'env' | 'reward', ChildPool>>;
  readonly #envs: ProcessEnv[] = [];
  #plugins = 0;
  #closed: Promise<void> | null = null;

  constructor(options: {
    args: RolloutArgs;
    cwd: string;
    log: Logger;
    concurrency: number;
    setup: ChildSetup;
  }) {
    this.#args = options.args;
    this.#loader = new PluginLoader(options.cwd);
    this.#pools = { env: new ChildPool(options), reward: new ChildPool(options) };
  }

  get fingerprints(): PluginHost['fingerprints'] {
    return this.#loader.fingerprints;
  }

  async loadEnv(spec: string): Promise<HostedEnv> {
    const { plugin, declared } = await this.#load(spec, 'env');
    const env = new ProcessEnv(readEnvDeclaration(declared), plugin, this.#args.env_step_timeout);
    this.#envs.push(env);
    return env;
  }

  async loadReward(spec: string, mode: 'single' | 'group'): Promise<HostedReward> {
    const { plugin, declared } = await this.#load(spec, mode);
    const declaration = readRewardDeclaration(declared);
    const reward = { mode, declaration, name: `reward "${spec}"` };
    return new ProcessReward(reward, plugin, this.#args.reward_timeout);
  }

  async loadGenerate(spec: string): Promise<CustomGenerate> {
    throw new ConfigError(
      `--custom-generate-function-path ${spec} needs --isolation inline: a generate function works ` +
        'on the engine and the tape of this process',
    );
  }

  /** Closes every env that is still open, then ends the children. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const pools = Object.values(this.#pools);
    for (const pool of pools) pool.refuse();
    await Promise.all(this.#envs.map((env) => env.close()));
    await Promise.all(pools.map((pool) => pool.close()));
  }

  async #load(
    spec: string,
    kind: ChildPlugin['kind'],
  ): Promise<{ plugin: ProcessPlugin; declared: unknown }> {
    const pool = kind === 'env' ? this.#pools.env : this.#pools.reward;
    const found = await this.#loader.find(spec, kind === 'env' ? 'env' : 'reward');
    this.#plugins += 1;
    const plugin = new ProcessPlugin({ key: this.#plugins, kind, ...found }, pool, this.#args);
    const child = await pool.acquire(new AbortController().signal);
    try {
      const { declaration, keys } = await plugin.load(child);
      this.configKeys.push(keys);
      return { plugin, declared: declaration };
    } finally {
      pool.release(child, 0);
    }
  }
}
