import { onAbort } from '../on-abort.ts';

/** Later, a timer of Node's would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * What the calls of one episode or request share: the signal that its plugin is given. It fires
 * when the outer signal does and when a call is over its deadline; calls that are waited for then
 * end.
 */
export class CallScope {
  readonly #controller = new AbortController();
  readonly #waiting = new Set<(reason: unknown) => void>();
  readonly #letGo: () => void;
  #timer: NodeJS.Timeout | undefined;

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

  /** Aborts it after so many milliseconds, with what `reason` gives then, unless it has ended. */
  abortAfter(ms: number, reason: () => unknown): void {
    this.#timer = setTimeout(() => this.abort(reason()), Math.min(ms, LONGEST_TIMER_MS));
  }

  /** Calls back when the scope is aborted; gives what takes that back. */
  whenAborted(end: (reason: unknown) => void): () => void {
    this.#waiting.add(end);
    return () => this.#waiting.delete(end);
  }

  /** Lets go of the outer signal, and of its deadline. */
  end(): void {
    clearTimeout(this.#timer);
    this.#letGo();
  }
}
