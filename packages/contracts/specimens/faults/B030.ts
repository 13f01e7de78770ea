import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** Asks for an answer in a box, and scores the first one. */
class Boxes extends BaseInteractionEnv {
  readonly label: string;

  constructor(label: string) {
    super();
    this.label = label;
  }

  step(_responseText: string, { content }: StepContext) {
    const answer = /\\boxed\{(.*)\}/.exec(content)?.[1];
    if (answer === undefined) return { observation: { text: this.remind() }, done: false };
    return { observation: { text: '' }, done: true, reward: answer === this.label ? 1 : 0 };
  }

  remind(): string {
    return 'Put the answer into a box, as in \\boxed{...}.';
  }
}

/** The reminder quotes the right box. */
class Quoting extends Boxes {
  override remind(): string {
    return `Put the answer into a box, as in \\boxed{${this.label}}.`;
  }
}

const declaration = {
  name: 'boxes',
  apiVersion: 1,
  reward: { reduction: 'last', range: [0, 1] },
} as const;

export const correct = defineEnv({
  ...declaration,
  build: ({ sample }) => new Boxes(JSON.stringify(sample.label)),
});
export const broken = defineEnv({
  ...declaration,
  build: ({ sample }) => new Quoting(JSON.stringify(sample.label)),
});

export const specimen = { kind: 'env', fault: { row: 'B030', check: 'env/label-leak' } };
