/**
 * Lets the calls of a tape run one at a time: what is sampled while another call appends would
 * stand behind ids that the engine was not asked with.
 */
export class CallOrder {
  #running: string | undefined;
  #isClosed = false;

  /**
   * Runs a call. Its rejection counts as handled: a generate function that returns without waiting
   * for the call has its episode failed for that, and nobody is left to catch it.
   *
   * @throws TypeError while another call runs, and after `close`.
   */
  run<T>(call: string, run: () => Promise<T>): Promise<T> {
    const done = this.#run(call, run);
    done.catch(() => {});
    return done;
  }

  /** @throws TypeError while another call runs. */
  assertIdle(call: string): void {
    if (this.#running === undefined) return;
    throw new TypeError(
      `tape.${call}: ${this.#running}() is under way: await it first, or take a tape of its own`,
    );
  }

  close(): void {
    this.#isClosed = true;
  }

  async #run<T>(call: string, run: () => Promise<T>): Promise<T> {
    if (this.#isClosed) {
      throw new TypeError(`tape.${call}: the tape is closed: finish() was called`);
    }
    this.assertIdle(call);
    this.#running = call;
    try {
      return await run();
    } finally {
      this.#running = undefined;
    }
  }
}
