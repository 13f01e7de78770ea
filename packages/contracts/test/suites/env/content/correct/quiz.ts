import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** One turn, one grade. */
class Quiz extends BaseInteractionEnv {
  readonly #label: string;

  constructor(label: string) {
    super();
    this.#label = label;
  }

  step(_responseText: string, { content, truncated }: StepContext) {
    const isRight = !truncated && content === this.#label;
    return { observation: { text: `It was ${this.#label}.` }, done: true, reward: isRight ? 1 : 0 };
  }

  metrics() {
    return { label_length: this.#label.length };
  }
}

export const correct = defineEnv({
  name: 'quiz',
  apiVersion: 1,
  reward: { reduction: 'last', range: [0, 1] },
  build: ({ sample }) =>
    new Quiz(typeof sample.label === 'string' ? sample.label : JSON.stringify(sample.label)),
});
