import { BaseInteractionEnv, defineEnv, type ResetContext } from 'slime-sdk';

/** Draws a letter by the seed of the episode. */
class Letters extends BaseInteractionEnv {
  #seed = 0;

  override reset({ seed }: ResetContext) {
    this.keep(seed);
    return {};
  }

  step() {
    const letter = String.fromCharCode(97 + (this.#seed % 26));
    return { observation: { text: `The letter is ${letter}.` }, done: true };
  }

  keep(seed: number): void {
    this.#seed = seed;
  }
}

export const correct = defineEnv({ name: 'letters', apiVersion: 1, build: () => new Letters() });

/** Hands the seed to a library through the environment of the whole process. */
class Exporting extends Letters {
  override keep(seed: number) {
    super.keep(seed);
    process.env['LETTERS_SEED'] = String(seed);
  }
}

export const broken = defineEnv({ name: 'letters', apiVersion: 1, build: () => new Exporting() });
