import { BaseInteractionEnv, defineEnv } from 'slime-sdk';

interface Limits {
  max_turns: number;
}

/** Counts down from the turn limit. */
class Turns extends BaseInteractionEnv {
  readonly #limits: Limits;
  readonly #most: number;

  constructor(limits: Limits) {
    super();
    this.#limits = limits;
    this.#most = limits.max_turns;
  }

  override reset() {
    this.#limits.max_turns = this.#most;
    return {};
  }

  step() {
    this.#limits.max_turns -= 1;
    const left = this.#limits.max_turns;
    return { observation: { text: `${left} turns are left.` }, done: left <= 0 };
  }
}

export const correct = defineEnv({
  name: 'turns',
  apiVersion: 1,
  build: ({ args }) => new Turns({ ...args }),
});

/** Keeps the state of a sample in the arguments of the run. */
export const broken = defineEnv({
  name: 'turns',
  apiVersion: 1,
  build: ({ args }) => new Turns(args),
});

export const specimen = { kind: 'env', fault: { row: 'B139', check: 'env/args-not-written' } };
