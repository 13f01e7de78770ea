import { callAll } from './call-all.ts';

/** Who waits on each signal. */
const waiting = new WeakMap<AbortSignal, Waiters>();

/**
 * Calls back once when a signal fires that has not fired yet; gives what takes that back, also from
 * another's call back. One that throws keeps no other from being called.
 *
 * All who wait on one signal share one listener: to add and remove one for each costs 10 µs, and
 * Node.js would report hundreds of them as a leak. The last to go takes it away.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  let waiters = waiting.get(signal);
  if (waiters === undefined) {
    waiters = new Waiters(signal);
    waiting.set(signal, waiters);
  }
  return waiters.add(listener);
}

class Waiters {
  readonly #signal: AbortSignal;
  readonly #listeners = new Set<() => void>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(listener: () => void): () => void {
    // A listener of two who wait is two: each takes back its own.
    const call = (): void => listener();
    if (this.#listeners.size === 0) this.#signal.addEventListener('abort', this.#callAll);
    this.#listeners.add(call);
    return () => this.#remove(call);
  }

  #remove(call: () => void): void {
    if (!this.#listeners.delete(call) || this.#listeners.size > 0) return;
    this.#signal.removeEventListener('abort', this.#callAll);
  }

  readonly #callAll = (): void => {
    this.#signal.removeEventListener('abort', this.#callAll);
    callAll(
      [...this.#listeners].map((call) => () => {
        if (this.#listeners.delete(call)) call();
      }),
    );
  };
}
