import type { CallSignal } from './call-signal.ts';

/** Milliseconds of one turn of the event loop that replies may take, what follows from them included. */
const BUDGET_MS = 5;

/**
 * Lets work through, first come first served, until it has taken its share of a turn of the event
 * loop; the rest goes on in the next turn, after what else waits. What runs in microtasks after
 * {@link enter} counts.
 */
export class TickBudget {
  readonly #now: () => number;
  readonly #waiting: (() => void)[] = [];
  #isRunning = false;
  #started = 0;

  /** @param now milliseconds. Default `performance.now`. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @throws TryFault as soon as the call has ended, also while it waits. */
  enter(call: CallSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (call.fault !== undefined) {
        reject(call.fault);
        return;
      }
      const forget = call.whenEnded(reject);
      this.#waiting.push(() => {
        forget();
        resolve();
      });
      if (this.#isRunning) return;
      this.#isRunning = true;
      setImmediate(this.#begin);
    });
  }

  readonly #begin = (): void => {
    this.#started = this.#now();
    this.#admit();
  };

  #admit(): void {
    this.#waiting.shift()?.();
    // A tick that is set from a microtask runs when all that follows from the admitted one has run.
    queueMicrotask(() => process.nextTick(this.#goOn));
  }

  readonly #goOn = (): void => {
    if (this.#waiting.length === 0) this.#isRunning = false;
    else if (this.#now() - this.#started < BUDGET_MS) this.#admit();
    else setImmediate(this.#begin);
  };
}
