import { BaseInteractionEnv, defineEnv, type ResetContext } from 'slime-sdk';

interface Scores {
  points: number;
}

/** Pays a point a turn, from a start that the seed chooses. */
class Points extends BaseInteractionEnv {
  readonly #scores: Scores;

  constructor(scores: Scores) {
    super();
    this.#scores = scores;
  }

  override reset({ seed }: ResetContext) {
    this.#scores.points = seed % 100;
    return {};
  }

  step(_responseText: string, { turn }: { turn: number }) {
    this.#scores.points += 1;
    return { observation: { text: `You have ${this.#scores.points} points.` }, done: turn >= 4 };
  }
}

export const correct = defineEnv({
  name: 'points',
  apiVersion: 1,
  build: () => new Points({ points: 0 }),
});

/** Every reset starts it anew, and every episode has the same. */
const shared: Scores = { points: 0 };

export const broken = defineEnv({
  name: 'points',
  apiVersion: 1,
  build: () => new Points(shared),
});

export const specimen = { alsoFires: ['env/concurrent-many'] } as const;
