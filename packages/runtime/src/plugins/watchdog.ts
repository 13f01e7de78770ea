import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'slime-sdk';
import { BEAT_MS, CallBoard } from './call-board.ts';
import type { CallMonitor } from './call-monitor.ts';
import { ownProgram } from './own-program.ts';
import type { CallFacts } from './plugin-failure.ts';

/**
 * Watches this process from another thread: when its event loop stands still for longer than the
 * bound of the plugin call that holds it, the thread says so on standard error, names the call and
 * kills the process (SIGKILL; nothing milder ends a thread that never returns to its loop).
 *
 * The thread starts with the first call. It is not started under a debugger, whose breakpoints
 * stop the loop too.
 */
export class Watchdog implements CallMonitor {
  readonly #board = new CallBoard();
  readonly #program: string;
  readonly #log: Logger;
  #started = false;
  #worker: Worker | undefined;
  #beat: NodeJS.Timeout | undefined;

  constructor(program: string, log: Logger) {
    this.#program = program;
    this.#log = log;
  }

  begin(plugin: string, facts: CallFacts, seconds: number): number {
    if (!this.#started) this.#start();
    return this.#board.begin(plugin, facts, seconds);
  }

  returned(): void {
    this.#board.returned();
  }

  end(entry: number): void {
    this.#board.end(entry);
  }

  async close(): Promise<void> {
    clearInterval(this.#beat);
    await this.#worker?.terminate();
  }

  #start(): void {
    this.#started = true;
    if (inspectorUrl() !== undefined) return;
    this.#worker = new Worker(this.#program, {
      name: 'slime-watchdog',
      workerData: this.#board.buffer,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 16 },
    });
    this.#worker.on('error', (error) => {
      this.#log.warn(`the watchdog of this process stopped: ${error.message}`);
    });
    this.#worker.unref();
    this.#beat = setInterval(() => this.#board.beat(), BEAT_MS);
    this.#beat.unref();
  }
}

let shared: { watchdog: Watchdog; users: number } | null = null;

/** A share in the watchdog of this process, to be released once. */
export interface WatchdogLease {
  monitor: CallMonitor;
  release(): Promise<void>;
}

/** Takes a share in the watchdog of this process: one thread however many hosts there are. */
export async function acquireWatchdog(log: Logger): Promise<WatchdogLease> {
  const program = await ownProgram('watchdog-worker');
  shared ??= { watchdog: new Watchdog(program, log), users: 0 };
  const lease = shared;
  lease.users += 1;
  return {
    monitor: lease.watchdog,
    async release() {
      lease.users -= 1;
      if (lease.users > 0) return;
      if (shared === lease) shared = null;
      await lease.watchdog.close();
    },
  };
}
