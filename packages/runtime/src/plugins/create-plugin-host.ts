import type { CustomGenerate, Logger, RolloutArgs } from 'slime-sdk';
import { CHILD_HEAP_MB, CHILD_MEMORY_MB } from './child-limits.ts';
import { InlineHost } from './inline-host.ts';
import { ownProgram } from './own-program.ts';
import type { PluginHost } from './plugin-host.ts';
import { ProcessHost } from './process-host.ts';
import { acquireWatchdog } from './watchdog.ts';

/** The argument of {@link createPluginHost}. */
export interface PluginHostOptions {
  isolation: RolloutArgs['isolation'];
  /** The run's arguments; not changed while it runs. */
  args: RolloutArgs;
  /** Episodes in flight. */
  concurrency: number;
  /** Also takes what plugins in child processes print. */
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
 * Opens the host of a run's plugins: in this process, under a watchdog thread (`inline`), or in
 * supervised child processes (`process`).
 */
export async function createPluginHost(options: PluginHostOptions): Promise<RolloutPluginHost> {
  const { isolation, cwd = process.cwd(), ...rest } = options;
  if (isolation === 'inline') {
    return new InlineHost({ ...rest, cwd, watchdog: await acquireWatchdog(options.log) });
  }
  const [program, lifeline] = await Promise.all([
    ownProgram('child'),
    ownProgram('lifeline-worker'),
  ]);
  const setup = { program, lifeline, heapMb: CHILD_HEAP_MB, memoryMb: CHILD_MEMORY_MB };
  return new ProcessHost({ ...rest, cwd, setup });
}
