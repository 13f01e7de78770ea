import { type Logger, PluginError } from 'slime-sdk';
import { MOST_CHILDREN } from './child-limits.ts';
import { onAbort } from '../on-abort.ts';
import { type ChildSetup, SupervisedChild } from './supervised-child.ts';

interface Waiter {
  serve(): void;
  refuse(reason: unknown): void;
}

/**
 * Child processes for one kind of plugin: as many as episodes in flight, at most
 * {@link MOST_CHILDREN}. They start when first needed; further episodes wait their turn.
 */
export class ChildPool {
  readonly #setup: ChildSetup;
  readonly #size: number;
  readonly #log: Logger;
  readonly #children = new Set<SupervisedChild>();
  readonly #retired = new Set<SupervisedChild>();
  readonly #idle: SupervisedChild[] = [];
  readonly #waiters: Waiter[] = [];
  #isClosed = false;

  constructor(options: { setup: ChildSetup; concurrency: number; log: Logger }) {
    this.#setup = options.setup;
    this.#size = Math.max(1, Math.min(options.concurrency, MOST_CHILDREN));
    this.#log = options.log;
  }

  /**
   * Takes a child for one episode; give it back with {@link release}.
   *
   * @throws the signal's reason when it fires first; PluginError when no process can be started
   * or the pool is closed.
   */
  async acquire(signal: AbortSignal): Promise<SupervisedChild> {
    signal.throwIfAborted();
    if (this.#isClosed) throw closed();
    while (this.#idle.length === 0 && this.#children.size >= this.#size) await this.#turn(signal);
    return this.#takeIdle() ?? this.#start();
  }

  /** Takes a child that has done nothing yet, as {@link acquire} does. */
  async acquireFresh(signal: AbortSignal): Promise<SupervisedChild> {
    const child = await this.acquire(signal);
    if (child.isFresh) return child;
    this.#retire(child, 0);
    return this.#start();
  }

  /** Gives a child back. One that is not fit for another episode may end in `seconds`. */
  release(child: SupervisedChild, seconds: number): void {
    if (child.isReusable) this.#idle.push(child);
    else this.#retire(child, seconds);
    this.#waiters.shift()?.serve();
  }

  /** Gives out no more children, and refuses those who wait for one. */
  refuse(): void {
    this.#isClosed = true;
    for (const waiter of this.#waiters.splice(0)) waiter.refuse(closed());
  }

  /** Ends every child. */
  async close(): Promise<void> {
    this.refuse();
    const all = [...this.#children, ...this.#retired];
    for (const child of all) child.kill('was closed');
    await Promise.all(all.map((child) => child.gone));
  }

  #retire(child: SupervisedChild, seconds: number): void {
    this.#children.delete(child);
    this.#retired.add(child);
    void child.gone.then(() => this.#retired.delete(child));
    child.retire(seconds);
  }

  #takeIdle(): SupervisedChild | undefined {
    for (;;) {
      const child = this.#idle.pop();
      if (child === undefined || child.isReusable) return child;
      // It ended while it was idle.
      this.#children.delete(child);
    }
  }

  async #start(): Promise<SupervisedChild> {
    const child = new SupervisedChild(this.#setup, this.#log);
    this.#children.add(child);
    try {
      await child.ready;
      return child;
    } catch (error) {
      this.release(child, 0);
      throw error;
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const letGo = onAbort(signal, () => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        reject(signal.reason);
      });
      const waiter: Waiter = {
        serve: () => {
          letGo();
          resolve();
        },
        refuse: (reason) => {
          letGo();
          reject(reason);
        },
      };
      this.#waiters.push(waiter);
    });
  }
}

function closed(): PluginError {
  return new PluginError('the host of the plugins is closed');
}
