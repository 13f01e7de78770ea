/** Runs one piece of work after the other; who gives up waits for none. */
export class AbortableQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** @throws the signal's reason when it aborts; work that has begun goes on unheard */
  async run<Result>(work: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
    signal?.throwIfAborted();
    const before = this.#last;
    const done = (async () => {
      await before;
      signal?.throwIfAborted();
      return work();
    })();
    this.#last = done.catch(() => {});
    if (signal === undefined) return done;
    let leave = () => {};
    const aborted = new Promise<never>((_, reject) => {
      leave = () => reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([done, aborted]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }
}
