import { BaseInteractionEnv, defineEnv } from 'slime-sdk';

/** Tells of two points and then ends. */
class Tour extends BaseInteractionEnv {
  #at = 0;
  #tour = 1;

  override reset() {
    this.#at = 0;
    return {};
  }

  step() {
    this.#at += 1;
    if (this.#at > 2) this.goOn();
    const text = `This is point ${this.#at} of tour ${this.#tour}.`;
    return { observation: { text }, done: this.#at >= 2 };
  }

  goOn(): void {
    throw new Error('the tour is over: call reset()');
  }

  /** The next tour starts. */
  protected startNext(): void {
    this.#tour += 1;
    this.#at = 1;
  }
}

export const correct = defineEnv({ name: 'tour', apiVersion: 1, build: () => new Tour() });

/** A late step starts another tour, which the next episode is then part of. */
class Endless extends Tour {
  override goOn() {
    this.startNext();
  }
}

export const broken = defineEnv({ name: 'tour', apiVersion: 1, build: () => new Endless() });
