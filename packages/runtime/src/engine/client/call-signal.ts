import { callAll } from '../../call-all.ts';
import { onAbort } from '../../on-abort.ts';
import { TryFault } from './try-fault.ts';

/**
 * What ends a call before its reply: the caller, the deadline, or the engine being closed.
 *
 * No `AbortSignal`: one a call, with its listeners, costs more than the call's other bookkeeping.
 */
export class CallSignal {
  readonly #timer: NodeJS.Timeout;
  readonly #listeners = new Set<(fault: TryFault) => void>();
  readonly #letGo: () => void;
  #fault: TryFault | undefined;

  /** Joins the caller's signal and a deadline over all tries of a call. */
  constructor(caller: AbortSignal, deadlineSeconds: number) {
    this.#timer = setTimeout(() => {
      const message = `no reply within the deadline of ${deadlineSeconds} s`;
      this.end(new TryFault('deadline', message, { retry: 'never' }));
    }, deadlineSeconds * 1000);
    this.#letGo = onAbort(caller, () => this.#abort(caller.reason));
    if (caller.aborted) this.#abort(caller.reason);
  }

  /** Why the call ended; undefined while it goes on. */
  get fault(): TryFault | undefined {
    return this.#fault;
  }

  /** Ends the call with a fault of one's own. */
  end(fault: TryFault): void {
    if (this.#fault !== undefined) return;
    this.#fault = fault;
    const listeners = [...this.#listeners];
    callAll(
      listeners.map((listener) => () => {
        if (this.#listeners.has(listener)) listener(fault);
      }),
    );
  }

  /** Calls back when the call ends; gives what takes that back. */
  whenEnded(listener: (fault: TryFault) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes timer and listener away; to be called on every path. */
  release(): void {
    clearTimeout(this.#timer);
    this.#letGo();
  }

  #abort(cause: unknown): void {
    this.end(new TryFault('aborted', 'the caller aborted', { retry: 'never', cause }));
  }
}
