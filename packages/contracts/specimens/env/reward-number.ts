import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** Pays one point for each answer that was not given before, three at most. */
class Brainstorm extends BaseInteractionEnv {
  readonly #answers = new Set<string>();

  override reset() {
    this.#answers.clear();
    return {};
  }

  step(_responseText: string, { content }: StepContext) {
    const isNew = content !== '' && !this.#answers.has(content);
    this.#answers.add(content);
    const reward = this.pay(isNew, this.#answers.size);
    return { observation: { text: 'Another one?' }, done: content === '', reward };
  }

  pay(isNew: boolean, count: number): number {
    return isNew && count <= 3 ? 1 : 0;
  }
}

const declaration = {
  name: 'brainstorm',
  apiVersion: 1,
  reward: { reduction: 'sum', range: [0, 3] },
} as const;

export const correct = defineEnv({ ...declaration, build: () => new Brainstorm() });

/** Goes on paying: the sum leaves the declared range. */
class Endless extends Brainstorm {
  override pay(isNew: boolean): number {
    return isNew ? 1 : 0;
  }
}

export const broken = defineEnv({ ...declaration, build: () => new Endless() });
