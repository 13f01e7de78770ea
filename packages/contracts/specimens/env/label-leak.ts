import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** Gives two hints, then takes the answer. */
class Quiz extends BaseInteractionEnv {
  readonly label: string;
  #hints = 0;

  constructor(label: string) {
    super();
    this.label = label;
  }

  override reset() {
    this.#hints = 0;
    return {};
  }

  step(_responseText: string, { content, truncated }: StepContext) {
    this.#hints += 1;
    const done = this.#hints === 3 || truncated;
    const reward = content === this.label ? 1 : 0;
    return { observation: { text: this.hint(this.#hints) }, done, ...(done && { reward }) };
  }

  hint(number: number): string {
    return `Hint ${number}: read the question again.`;
  }
}

const declaration = {
  name: 'quiz',
  apiVersion: 1,
  reward: { reduction: 'last', range: [0, 1] },
} as const;

export const correct = defineEnv({
  ...declaration,
  build: ({ sample }) => new Quiz(JSON.stringify(sample.label)),
});

/** The second hint says how long the answer is. */
class Generous extends Quiz {
  override hint(number: number): string {
    return number === 2 ? `Hint 2: it has ${this.label.length} letters.` : super.hint(number);
  }
}

export const broken = defineEnv({
  ...declaration,
  build: ({ sample }) => new Generous(JSON.stringify(sample.label)),
});
