import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** Tells after each guess how many letters are in place: the label is the world. */
class Wordle extends BaseInteractionEnv {
  readonly #word: string;
  #guesses = 0;

  constructor(word: string) {
    super();
    this.#word = word;
  }

  override reset() {
    this.#guesses = 0;
    return {};
  }

  step(_responseText: string, { content, truncated }: StepContext) {
    this.#guesses += 1;
    const letters = Array.from(this.#word);
    const guess = Array.from(content).slice(0, 100);
    const right = letters.filter((letter, at) => letter === guess[at]).length;
    const isFound = content === this.#word && !truncated;
    const done = isFound || this.#guesses === 6;
    const text = `${right} letters are in place.`;
    return { observation: { text }, done, reward: isFound ? 1 : done ? -0.1 : 0 };
  }
}

export const correct = defineEnv({
  name: 'wordle',
  apiVersion: 1,
  feedback: 'every-turn',
  reward: { reduction: 'sum', range: [-1, 1] },
  build: ({ sample }) => new Wordle(JSON.stringify(sample.label)),
});
