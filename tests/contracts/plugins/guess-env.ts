import { defineEnv, type InteractionEnv, type ResetContext, type TextObservation } from 'slime-sdk';

const MOST = 10;

/** Guess the number of the row; it says higher or lower. */
function build(secret: number): InteractionEnv {
  let low = 0;
  let guesses = 0;
  return {
    reset({ seed }: ResetContext) {
      low = seed % 5;
      guesses = 0;
      const content = `Guess a whole number from ${low} to 100.`;
      return { messages: [{ role: 'user', content }] };
    },
    step(_responseText, { content }) {
      guesses += 1;
      const guess = Number(/\d{1,4}/.exec(content)?.[0] ?? Number.NaN);
      const right = guess === secret;
      const hint = guess < secret ? 'higher' : 'lower';
      const text = Number.isNaN(guess) ? 'Write a number.' : hint;
      return {
        observation: { text: right ? 'That is it.' : text },
        done: right || guesses >= MOST,
        reward: right ? 1 : 0,
      };
    },
    formatObservation: ({ text }: TextObservation) => ({ role: 'user', content: text }),
    snapshot: () => ({ low, guesses }),
    restore(snapshot) {
      ({ low, guesses } = snapshot as { low: number; guesses: number });
    },
    close() {},
  };
}

export default defineEnv({
  name: 'guess',
  apiVersion: 1,
  reward: { reduction: 'last', range: [0, 1] },
  feedback: 'every-turn',
  build({ sample }) {
    const secret = Number(sample.label);
    return build(Number.isInteger(secret) ? secret : 50);
  },
});
