import { onAbort } from '../on-abort.ts';

/**
 * What the calls of one episode share: the signal that its plugin is given. It fires when the
 * outer signal does and when a call is over its deadline; calls that are waited for then end.
 */
export class CallScope {
  readonly #controller = new AbortController();
  readonly #waiting = new Set<(reason: unknown) => void>();
  readonly #letGo: () => void;

  /** Null: nothing outside ends it. */
  constructor(outer: AbortSignal | null) {
    this.#letGo = outer === null ? () => {} : onAbort(outer, () => this.abort(outer.reason));
    if (outer?.aborted === true) this.abort(outer.reason);
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
  whenAborted(end: (reason: unknown) => void): () => void {
    this.#waiting.add(end);
    return () => this.#waiting.delete(end);
  }

  /** Lets go of the outer signal. */
  end(): void {
    this.#letGo();
  }
}
