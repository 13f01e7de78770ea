/** Milliseconds of one turn of the event loop that replies may take, what follows from them included. */
const BUDGET_MS = 5;

/**
 * Lets work through, first come first served, until it has taken its share of a turn of the event
 * loop; the rest goes on in the next turn, after what else waits. What runs in microtasks after
 * {@link enter} counts. 1 µs a call.
 */
export class TickBudget {
  readonly #now: () => number;
  #started: number | null = null;

  /** @param now milliseconds. Default `performance.now`. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  enter(): Promise<void> {
    return new Promise((resolve) => {
      setImmediate(() => this.#admit(resolve));
    });
  }

  #admit(resolve: () => void): void {
    const now = this.#now();
    if (this.#started === null) {
      this.#started = now;
      // The first to run in the next turn: it was queued before what this turn puts off.
      setImmediate(() => {
        this.#started = null;
      });
    }
    if (now - this.#started < BUDGET_MS) resolve();
    else setImmediate(() => this.#admit(resolve));
  }
}
