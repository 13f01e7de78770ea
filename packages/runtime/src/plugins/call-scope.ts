/**
 * What the calls of one episode share: the signal that its plugin is given. It fires when the
 * outer signal does and when a call is over its deadline; calls that are waited for then end.
 */
export class CallScope {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | null;
  readonly #waiting = new Set<(reason: unknown) => void>();
  readonly #onAbort = (): void => {
    this.abort(this.#outer?.reason);
  };

  /** Null: nothing outside ends it. */
  constructor(outer: AbortSignal | null) {
    this.#outer = outer;
    if (outer?.aborted === true) this.#onAbort();
    else outer?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** For the plugin. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Ends the calls that are waited for with this reason, and tells the plugin. */
  abort(reason: unknown): void {
    if (this.signal.aborted) return;
    this.#controller.abort(reason);
    for (const end of this.#waiting) end(reason);
  }

  /** Calls back when the scope is aborted; gives what takes that back. */
  onAbort(end: (reason: unknown) => void): () => void {
    this.#waiting.add(end);
    return () => this.#waiting.delete(end);
  }

  /** Lets go of the outer signal. */
  end(): void {
    this.#outer?.removeEventListener('abort', this.#onAbort);
  }
}
