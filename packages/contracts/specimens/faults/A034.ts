import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** Pays an answer that is close to the number of the label. */
class Estimates extends BaseInteractionEnv {
  readonly #label: number;

  constructor(label: number) {
    super();
    this.#label = label;
  }

  step(_responseText: string, { content }: StepContext) {
    const reward = this.isWrong(Number.parseFloat(content), this.#label) ? 0 : 1;
    return { observation: { text: 'Noted.' }, done: true, reward };
  }

  isWrong(answer: number, label: number): boolean {
    return !(Math.abs(answer - label) < 0.5);
  }
}

/** A label or an answer that is no number is not wrong by any distance. */
class Forgiving extends Estimates {
  override isWrong(answer: number, label: number): boolean {
    return Math.abs(answer - label) >= 0.5;
  }
}

const declaration = {
  name: 'estimates',
  apiVersion: 1,
  reward: { reduction: 'last', range: [0, 1] },
} as const;

export const correct = defineEnv({
  ...declaration,
  build: ({ sample }) => new Estimates(Number.parseFloat(JSON.stringify(sample.label))),
});
export const broken = defineEnv({
  ...declaration,
  build: ({ sample }) => new Forgiving(Number.parseFloat(JSON.stringify(sample.label))),
});

export const specimen = { kind: 'env', fault: { row: 'A034', check: 'env/null-policy' } };
