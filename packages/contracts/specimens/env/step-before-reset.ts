import { BaseInteractionEnv, defineEnv } from 'slime-sdk';

/** Ends after three turns. */
class Countdown extends BaseInteractionEnv {
  left = 3;

  override reset() {
    this.left = 3;
    return {};
  }

  step() {
    this.left -= 1;
    return { observation: { text: `${this.left} turns are left.` }, done: this.left <= 0 };
  }
}

export const correct = defineEnv({
  name: 'countdown',
  apiVersion: 1,
  build: () => new Countdown(),
});

/** Takes a new environment for one on which nothing was called. */
class Trusting extends Countdown {
  #isUsed = false;

  override reset() {
    if (this.#isUsed) this.left = 3;
    this.#isUsed = true;
    return {};
  }
}

export const broken = defineEnv({
  name: 'countdown',
  apiVersion: 1,
  build: () => new Trusting(),
});
