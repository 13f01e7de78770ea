import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** Pays the share of calls that could be read. */
class Shares extends BaseInteractionEnv {
  step(_responseText: string, { calls }: StepContext) {
    const readable = calls.filter((call) => call.arguments !== undefined).length;
    const reward = this.share(readable, calls.length);
    return { observation: { text: 'Go on.' }, done: calls.length === 0, reward };
  }

  share(part: number, whole: number): number {
    return whole === 0 ? 0 : part / whole;
  }
}

/** A mean of nothing is NaN, and makes every advantage of its group NaN. */
class Dividing extends Shares {
  override share(part: number, whole: number): number {
    return part / whole;
  }
}

const declaration = {
  name: 'shares',
  apiVersion: 1,
  reward: { reduction: 'last', range: [0, 1] },
} as const;

export const correct = defineEnv({ ...declaration, build: () => new Shares() });
export const broken = defineEnv({ ...declaration, build: () => new Dividing() });

export const specimen = {
  kind: 'env',
  fault: { row: 'A016', check: 'env/reward-number' },
  alsoFires: ['env/step-result'],
};
