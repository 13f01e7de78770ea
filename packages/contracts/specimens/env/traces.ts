import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** Ten guesses at a number, which the environment draws from its seed. */
class Guessing extends BaseInteractionEnv {
  #secret = 0;
  #guesses = 0;
  readonly #modulus: number;

  constructor(modulus: number) {
    super();
    this.#modulus = modulus;
  }

  override reset({ seed }: { seed: number }) {
    this.#secret = seed % this.#modulus;
    this.#guesses = 0;
    return {};
  }

  step(_responseText: string, { content }: StepContext) {
    const guess = Number(content);
    this.#guesses += 1;
    const text = guess < this.#secret ? 'Higher.' : 'Lower.';
    return { observation: { text }, done: guess === this.#secret || this.#guesses === 10 };
  }
}

export const correct = defineEnv({ name: 'guess', apiVersion: 1, build: () => new Guessing(100) });

/** The numbers are others since the episodes were stored. */
export const broken = defineEnv({ name: 'guess', apiVersion: 1, build: () => new Guessing(90) });

export const specimen = {
  args: { prompt_data: 'traces/rows.jsonl', input_key: 'question' },
  traceFile: 'traces/turns.jsonl',
};
