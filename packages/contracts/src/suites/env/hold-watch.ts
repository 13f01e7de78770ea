/** Milliseconds between two looks at the clock. */
const TICK_MS = 20;

/**
 * Measures how long an env holds the event loop between two turns of it: by a call, or by what
 * goes on behind an `await` of its own.
 */
export class HoldWatch {
  readonly #timer: NodeJS.Timeout;
  #isCalling = false;
  #last = 0;
  longestMs = 0;

  constructor() {
    this.#timer = setInterval(() => this.#look(), TICK_MS);
  }

  /** Lets the event loop turn before a call, so that no two calls count as one. */
  async before(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#last = performance.now();
    this.#isCalling = true;
  }

  /** What is done until the next call is not the env's. */
  after(): void {
    this.#look();
    this.#isCalling = false;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = performance.now();
    if (this.#isCalling) this.longestMs = Math.max(this.longestMs, now - this.#last);
    this.#last = now;
  }
}
