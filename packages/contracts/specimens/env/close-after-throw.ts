import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** Lets one step at a time at its board, and closes when there is none. */
class Board extends BaseInteractionEnv {
  #isBusy = false;

  step(_responseText: string, { signal, turn }: StepContext) {
    this.#isBusy = true;
    try {
      signal.throwIfAborted();
      return { observation: { text: `Move ${turn}.` }, done: turn >= 3 };
    } finally {
      this.leave(signal);
    }
  }

  override close() {
    if (this.#isBusy) throw new Error('there is a step at the board');
  }

  leave(_signal: AbortSignal): void {
    this.#isBusy = false;
  }
}

export const correct = defineEnv({ name: 'board', apiVersion: 1, build: () => new Board() });

/** Leaves the board only after a step that went well. */
class Locked extends Board {
  override leave(signal: AbortSignal) {
    if (!signal.aborted) super.leave(signal);
  }
}

export const broken = defineEnv({ name: 'board', apiVersion: 1, build: () => new Locked() });
