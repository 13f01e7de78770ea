import { BaseInteractionEnv, defineEnv, type ResetContext, type StepContext } from 'slime-sdk';

/** Guess the number: no tools, the secret by the seed, feedback each turn, a reward each turn. */
class Guess extends BaseInteractionEnv {
  #secret = 0;
  #left = 0;

  override reset({ seed }: ResetContext) {
    this.#secret = seed % 100;
    this.#left = 6;
    return {
      messages: [{ role: 'user' as const, content: 'Guess a number from 0 to 99, in six tries.' }],
    };
  }

  step(_text: string, { content }: StepContext) {
    this.#left -= 1;
    const guess = Number(/-?\d+/.exec(content)?.[0] ?? Number.NaN);
    const isRight = guess === this.#secret;
    const text = Number.isNaN(guess)
      ? 'Say a number.'
      : guess < this.#secret
        ? 'It is more.'
        : 'It is less.';
    return { observation: { text }, done: isRight || this.#left <= 0, reward: isRight ? 1 : 0 };
  }
}

export const env = defineEnv({
  name: 'guess',
  apiVersion: 1,
  feedback: 'every-turn',
  reward: { reduction: 'last', range: [0, 1] },
  build: () => new Guess(),
});
