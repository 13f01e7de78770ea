import {
  BaseInteractionEnv,
  defineEnv,
  type StepContext,
  type StepResult,
  type TextObservation,
} from 'slime-sdk';
import { z } from 'zod';

/** Asks until the answer is right or the tries are used up. */
class QuizEnv extends BaseInteractionEnv {
  readonly #answer: string;
  readonly #tries: number;
  #used = 0;

  constructor(answer: string, tries: number) {
    super();
    this.#answer = answer;
    this.#tries = tries;
  }

  override reset(): Record<string, never> {
    this.#used = 0;
    return {};
  }

  override step(_responseText: string, { content }: StepContext): StepResult<TextObservation> {
    this.#used += 1;
    const isRight = content.trim().toLowerCase() === this.#answer.toLowerCase();
    const left = this.#tries - this.#used;
    return {
      observation: { text: isRight ? 'Right.' : `No. Tries left: ${left}.` },
      done: isRight || left <= 0,
      info: { tries: this.#used, right: isRight },
      reward: isRight ? 1 / this.#used : 0,
    };
  }

  metrics(): Record<string, number> {
    return { tries: this.#used };
  }
}

export default defineEnv({
  name: 'quiz',
  apiVersion: 1,
  config: z.object({ tries: z.int().positive().default(3) }),
  reward: { reduction: 'last', range: [0, 1] },
  feedback: 'every-turn',
  build: ({ sample, config }) => new QuizEnv(String(sample.label ?? '').trim(), config.tries),
});
