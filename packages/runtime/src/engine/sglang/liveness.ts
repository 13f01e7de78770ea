import type { ControlClient } from '../client/control-client.ts';
import type { Counter } from '../client/counter.ts';
import { TryFault } from '../client/try-fault.ts';
import { doesGenerate, isAlive, probeWorker, type WorkerState } from './worker-state.ts';
import type { Workers } from './workers.ts';

/** A request on the wire. */
export interface Flight {
  /** When something last went over the wire; null while it waits for a connection. */
  readonly activity: number | null;
  cancel(fault: TryFault): void;
}

/** What a probe found, over all workers. */
type Verdict = 'working' | 'idle' | 'gone';

/**
 * Finds requests that nobody works on any more: one probe for all of them, and only while one has
 * been silent for `seconds`.
 *
 * - `stalled`: all workers idle in two probes running, generating when asked (so not paused), and
 *   idle after that.
 * - `worker_gone`: the same, with one or all of them gone.
 *
 * A worker that is paused, busy or silent about its load is waited for: which request is on which
 * worker only the router knows, and the deadline bounds the rest. A worker that never answered here may live where only the router reaches it: it counts as working.
 */
export class Liveness {
  readonly #flights = new Set<Flight>();
  readonly #reached = new Set<string>();
  readonly #workers: Workers;
  readonly #control: ControlClient;
  readonly #counter: Counter;
  readonly #intervalMs: number;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  /** Since when the last probes, without a break, found the same thing. */
  #since: { verdict: Verdict; at: number } | undefined;

  constructor(workers: Workers, control: ControlClient, counter: Counter, seconds: number) {
    this.#workers = workers;
    this.#control = control;
    this.#counter = counter;
    this.#intervalMs = seconds * 1000;
  }

  watch(flight: Flight): void {
    this.#flights.add(flight);
    this.#schedule();
  }

  unwatch(flight: Flight): void {
    this.#flights.delete(flight);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#closed || this.#flights.size === 0) return;
    this.#timer = setTimeout(() => {
      void this.#tick();
    }, this.#intervalMs);
    this.#timer.unref();
  }

  async #tick(): Promise<void> {
    const silentSince = performance.now() - this.#intervalMs;
    if (this.#silent(silentSince).length > 0) await this.#check();
    else this.#since = undefined;
    this.#timer = undefined;
    this.#schedule();
  }

  async #check(): Promise<void> {
    const at = performance.now();
    const { verdict, living } = await this.#probe();
    const before = this.#since;
    if (verdict === 'working' || before?.verdict !== verdict) {
      this.#since = verdict === 'working' ? undefined : { verdict, at };
      return;
    }
    const generating = await Promise.all(living.map((url) => doesGenerate(this.#control, url)));
    if (!generating.every(Boolean)) {
      this.#counter.add('probes_paused');
      return;
    }
    if ((await this.#probe()).verdict === verdict) this.#fail(verdict, before.at);
  }

  async #probe(): Promise<{ verdict: Verdict; living: readonly string[] }> {
    this.#counter.add('probes');
    const urls = await this.#urls();
    if (urls === undefined) return { verdict: 'working', living: [] };
    const states = await Promise.all(urls.map((url) => this.#state(url)));
    const living = urls.filter((_url, index) => states[index] !== 'gone');
    if (states.some((state) => state === 'busy' || state === 'unclear')) {
      return { verdict: 'working', living };
    }
    return { verdict: living.length < urls.length || urls.length === 0 ? 'gone' : 'idle', living };
  }

  /** Workers to ask, none when nothing answers; undefined when they are not told. */
  async #urls(): Promise<readonly string[] | undefined> {
    try {
      const { urls, routed } = await this.#workers.list();
      // A plain engine took the request: it was reached.
      if (!routed) for (const url of urls) this.#reached.add(url);
      return urls;
    } catch {
      return (await isAlive(this.#control, this.#workers.base)) ? undefined : [];
    }
  }

  async #state(url: string): Promise<WorkerState> {
    const state = await probeWorker(this.#control, url);
    if (state !== 'gone') this.#reached.add(url);
    return state === 'gone' && !this.#reached.has(url) ? 'unclear' : state;
  }

  #silent(since: number): Flight[] {
    return [...this.#flights].filter(({ activity }) => activity !== null && activity <= since);
  }

  #fail(verdict: 'idle' | 'gone', since: number): void {
    for (const flight of this.#silent(since)) flight.cancel(FAULTS[verdict]());
    this.#since = undefined;
  }
}

const FAULTS = {
  idle: () =>
    new TryFault('stalled', 'every worker is idle, yet this request was not answered', {
      retry: 'later',
    }),
  gone: () =>
    new TryFault('worker_gone', 'no worker that could hold this request answers', {
      retry: 'later',
    }),
};
