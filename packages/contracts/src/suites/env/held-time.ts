import type { Trial } from '../../trial.ts';
import type { EnvTarget } from './target.ts';

/** Milliseconds that a check gives to cases in which the event loop stood still. */
const MOST_MS = 6000;

/**
 * Bounds what a check spends on an env that holds the event loop: `env/hold` says so behind it, and
 * until then each call more only makes the user wait.
 */
export class HeldTime {
  readonly #spent = new WeakMap<EnvTarget, number>();

  /** No further case is worth its time. */
  isSpent(target: EnvTarget): boolean {
    return (this.#spent.get(target) ?? 0) > MOST_MS;
  }

  /** Plays a case; its time counts where a call of it held the loop for longer than its bound. */
  async of<T>(target: EnvTarget, trial: Trial, play: () => Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await play();
    } finally {
      if (trial.longestHoldMs > target.plugin.claims.bounds.holdMs) {
        const spent = this.#spent.get(target) ?? 0;
        this.#spent.set(target, spent + performance.now() - started);
      }
    }
  }
}
