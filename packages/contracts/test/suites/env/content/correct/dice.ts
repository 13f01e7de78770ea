import { BaseInteractionEnv, defineEnv } from 'slime-sdk';

/** Throws dice by chance, and says so. */
class Dice extends BaseInteractionEnv {
  #throws = 0;

  override reset() {
    this.#throws = 0;
    return {};
  }

  step() {
    this.#throws += 1;
    const eyes = 1 + Math.floor(Math.random() * 6);
    return { observation: { text: `You threw ${eyes}.` }, done: this.#throws === 3 };
  }
}

export const correct = defineEnv({
  name: 'dice',
  apiVersion: 1,
  deterministic: false,
  build: () => new Dice(),
});
