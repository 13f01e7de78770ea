import { BaseInteractionEnv, defineEnv } from 'slime-sdk';

/** Answers by a simulator, to which it hands a key that no request needs. */
class Simulated extends BaseInteractionEnv {
  readonly #key: string | undefined;

  constructor(key: string | undefined) {
    super();
    this.#key = key;
  }

  step() {
    const text = this.#key === undefined ? 'Who is there?' : 'Thank you, that is all.';
    return { observation: { text }, done: true };
  }
}

export const correct = defineEnv({
  name: 'simulated',
  apiVersion: 1,
  build: () => new Simulated('dummy'),
});

/** Puts the key where the user's own key is. */
export const broken = defineEnv({
  name: 'simulated',
  apiVersion: 1,
  build: () => {
    process.env['SIMULATOR_API_KEY'] = 'dummy';
    return new Simulated(process.env['SIMULATOR_API_KEY']);
  },
});

export const specimen = {
  kind: 'env',
  fault: { row: 'B033', check: 'env/globals' },
  isolation: 'process',
};
