import { BaseInteractionEnv, defineEnv, type JsonObject } from 'slime-sdk';

/** Logs how long the policy's questions are on average. */
class Lengths extends BaseInteractionEnv {
  #turns = 0;
  #lengths: number[] = [];

  override reset() {
    this.#turns = 0;
    this.#lengths = [];
    return {};
  }

  step(responseText: string) {
    this.#turns += 1;
    if (responseText.endsWith('?')) this.#lengths.push(responseText.length);
    const info = this.describe(this.#lengths);
    return { observation: { text: 'Go on.' }, done: this.#turns === 4, info };
  }

  describe(lengths: readonly number[]): JsonObject {
    const sum = lengths.reduce((total, length) => total + length, 0);
    return { mean: lengths.length === 0 ? null : sum / lengths.length };
  }
}

export const correct = defineEnv({ name: 'lengths', apiVersion: 1, build: () => new Lengths() });

/** The mean of nothing is no number. */
class Dividing extends Lengths {
  override describe(lengths: readonly number[]): JsonObject {
    return { mean: lengths.reduce((total, length) => total + length, 0) / lengths.length };
  }
}

export const broken = defineEnv({ name: 'lengths', apiVersion: 1, build: () => new Dividing() });

export const specimen = { alsoFires: ['env/step-result'] };
