import { BaseInteractionEnv, defineEnv, type ResetContext } from 'slime-sdk';

/** Throws a die each turn, three times. */
class Dice extends BaseInteractionEnv {
  #state = 0;
  #left = 0;

  override reset({ seed }: ResetContext) {
    this.#state = seed;
    this.#left = 3;
    return {};
  }

  step() {
    this.#left -= 1;
    const dots = 1 + Math.floor(this.random() * 6);
    return { observation: { text: `The die shows ${dots}.` }, done: this.#left <= 0 };
  }

  /** Numbers from 0 to 1 that follow from the seed. */
  random(): number {
    this.#state = (this.#state * 1_103_515_245 + 12_345) % 2 ** 31;
    return this.#state / 2 ** 31;
  }
}

export const correct = defineEnv({ name: 'dice', apiVersion: 1, build: () => new Dice() });

class Unseeded extends Dice {
  override random() {
    return Math.random();
  }
}

export const broken = defineEnv({ name: 'dice', apiVersion: 1, build: () => new Unseeded() });
