import { BaseInteractionEnv, defineEnv } from 'slime-sdk';

/** Ends after a number of turns. */
class Countdown extends BaseInteractionEnv {
  readonly #turns: number;
  #left = 0;

  constructor(turns: number) {
    super();
    this.#turns = turns;
  }

  override reset() {
    this.#left = this.#turns;
    return {};
  }

  step() {
    this.#left -= 1;
    return { observation: { text: `${this.#left} turns are left.` }, done: this.#left <= 0 };
  }
}

export const correct = defineEnv({
  name: 'countdown',
  apiVersion: 1,
  build: ({ args }) => new Countdown(Math.min(args.max_turns, 3)),
});

export const broken = defineEnv({
  name: 'countdown',
  apiVersion: 1,
  build: ({ args }) => {
    args.max_turns = Math.min(args.max_turns, 3);
    return new Countdown(args.max_turns);
  },
});
