import { onAbort } from '../on-abort.ts';

/** How calls are put together. */
export interface CallQueueOptions<Item, Value> {
  /** One value an item, in order. The signal fires when nobody waits for any of them. */
  run(items: Item[], signal: AbortSignal): Promise<Value[]>;
  /** Runs at a time. */
  concurrency: number;
  /** Items of a run at most; 1 runs each by itself, at once. */
  batchSize: number;
  /** How long an item waits for others to share its run. */
  batchWaitMs: number;
}

interface Call<Item, Value> {
  item: Item;
  signal: AbortSignal;
  resolve(value: Value): void;
  reject(reason: unknown): void;
  /** Takes the listener on its signal away. */
  letGo(): void;
}

/**
 * Runs items, first come first served, some together. An item that is given up while it waits is
 * not run; one that is given up in a run rejects at once and leaves the others alone.
 */
export class CallQueue<Item, Value> {
  readonly #options: CallQueueOptions<Item, Value>;
  readonly #waiting = new Set<Call<Item, Value>>();
  #running = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: CallQueueOptions<Item, Value>) {
    this.#options = options;
  }

  /** Items that wait for a run. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** @throws what the run throws; the signal's reason. */
  submit(item: Item, signal: AbortSignal): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const call: Call<Item, Value> = { item, signal, resolve, reject, letGo: () => {} };
      call.letGo = onAbort(signal, () => {
        this.#waiting.delete(call);
        reject(signal.reason);
      });
      this.#waiting.add(call);
      this.#pump(false);
    });
  }

  /** Starts what may start: whole batches, and all that waits once it has waited long enough. */
  #pump(isDue: boolean): void {
    const { concurrency, batchSize, batchWaitMs } = this.#options;
    while (this.#running < concurrency && this.#waiting.size >= (isDue ? 1 : batchSize)) {
      this.#start();
    }
    if (this.#waiting.size === 0 || this.#running >= concurrency) return;
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#pump(true);
    }, batchWaitMs);
  }

  #start(): void {
    const calls = [...this.#waiting].slice(0, this.#options.batchSize);
    const ended = new AbortController();
    let wanted = calls.length;
    for (const call of calls) {
      this.#waiting.delete(call);
      call.letGo();
      call.letGo = onAbort(call.signal, () => {
        call.reject(call.signal.reason);
        wanted -= 1;
        if (wanted === 0) ended.abort(call.signal.reason);
      });
    }
    this.#running += 1;
    void this.#run(calls, ended.signal);
  }

  async #run(calls: readonly Call<Item, Value>[], signal: AbortSignal): Promise<void> {
    try {
      const items = calls.map(({ item }) => item);
      const values = await this.#options.run(items, signal);
      if (values.length !== calls.length) {
        throw new Error(`${values.length} values for ${calls.length} items`);
      }
      values.forEach((value, at) => calls[at]?.resolve(value));
    } catch (error) {
      for (const call of calls) call.reject(error);
    } finally {
      for (const call of calls) call.letGo();
      this.#running -= 1;
      // What waited while all runs were taken has waited long enough.
      this.#pump(true);
    }
  }
}
