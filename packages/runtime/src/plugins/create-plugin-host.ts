import type { CustomGenerate, Logger, RolloutArgs } from 'slime-sdk';
import { NO_MONITOR } from './call-monitor.ts';
import { InlineHost } from './inline-host.ts';
import type { PluginHost } from './plugin-host.ts';

/** The argument of {@link createPluginHost}. */
export interface PluginHostOptions {
  isolation: RolloutArgs['isolation'];
  /** The run's arguments; not changed while it runs. */
  args: RolloutArgs;
  /** Episodes in flight. */
  concurrency: number;
  log: Logger;
  /** Where relative paths and packages are looked up. Default: the working directory. */
  cwd?: string;
}

/** A host of every plugin that a rollout can have. */
export interface RolloutPluginHost extends PluginHost {
  /**
   * Loads a custom generate function; it runs in this process.
   *
   * @throws ConfigError under `process` isolation.
   */
  loadGenerate(spec: string): Promise<CustomGenerate>;
}

/**
 * Opens the host of a run's plugins: in this process (`inline`), or in supervised children
 * (`process`).
 */
export async function createPluginHost(options: PluginHostOptions): Promise<RolloutPluginHost> {
  const { args, log, cwd = process.cwd() } = options;
  return new InlineHost({ args, cwd, log, monitor: NO_MONITOR });
}
