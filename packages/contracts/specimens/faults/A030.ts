import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** Pays a species that is the label's. */
class Species extends BaseInteractionEnv {
  readonly #label: string;

  constructor(label: string) {
    super();
    this.#label = label;
  }

  step(_responseText: string, { content }: StepContext) {
    const reward = this.matches(content.trim(), this.#label) ? 1 : 0;
    return { observation: { text: 'Thank you.' }, done: true, reward };
  }

  matches(answer: string, label: string): boolean {
    return answer === label;
  }
}

/** Looks for the one in the other, and nothing is in everything. */
class EitherWay extends Species {
  override matches(answer: string, label: string): boolean {
    return answer.includes(label) || label.includes(answer);
  }
}

const declaration = {
  name: 'species',
  apiVersion: 1,
  reward: { reduction: 'last', range: [0, 1] },
} as const;

export const correct = defineEnv({
  ...declaration,
  build: ({ sample }) => new Species(JSON.stringify(sample.label)),
});
export const broken = defineEnv({
  ...declaration,
  build: ({ sample }) => new EitherWay(JSON.stringify(sample.label)),
});

export const specimen = { kind: 'env', fault: { row: 'A030', check: 'env/null-policy' } };
