import { BaseInteractionEnv, defineEnv, type ResetContext } from 'slime-sdk';

/** Tells a letter by the seed. */
class Letters extends BaseInteractionEnv {
  #letter = '';

  override reset(context: ResetContext) {
    this.#letter = String.fromCharCode(97 + (this.choose(context) % 26));
    return {};
  }

  step() {
    return { observation: { text: `The letter is ${this.#letter}.` }, done: false };
  }

  choose({ seed }: ResetContext): number {
    return seed;
  }
}

export const correct = defineEnv({
  name: 'letters',
  apiVersion: 1,
  ends: false,
  build: () => new Letters(),
});

/** Tries its luck elsewhere after a failure, where the loop means to go on. */
class Restless extends Letters {
  override choose({ seed, attempt }: ResetContext) {
    return seed + attempt;
  }
}

export const broken = defineEnv({
  name: 'letters',
  apiVersion: 1,
  ends: false,
  build: () => new Restless(),
});
