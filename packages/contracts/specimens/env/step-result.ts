import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** Takes one answer and pays for it. */
class Quiz extends BaseInteractionEnv {
  readonly #answer: string;

  constructor(answer: string) {
    super();
    this.#answer = answer;
  }

  step(_responseText: string, { content }: StepContext) {
    const reward = content === this.#answer ? 1 : 0;
    return { observation: { text: 'Thank you.' }, done: true, reward };
  }
}

export const correct = defineEnv({
  name: 'quiz',
  apiVersion: 1,
  reward: { reduction: 'last', range: [0, 1] },
  build: ({ sample }) => new Quiz(JSON.stringify(sample.label)),
});

/** The rewards are not declared: nobody would read them. */
export const broken = defineEnv({
  name: 'quiz',
  apiVersion: 1,
  build: ({ sample }) => new Quiz(JSON.stringify(sample.label)),
});
