import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** Pays an answer of one word. */
class Brevity extends BaseInteractionEnv {
  step(_responseText: string, { content }: StepContext) {
    const reward = /^\w+$/.test(content) ? 1 : 0;
    return { observation: { text: 'Shorter, please.' }, done: reward === 1, reward };
  }
}

export const correct = defineEnv({
  name: 'brevity',
  apiVersion: 1,
  reward: { reduction: 'last', range: [0, 1] },
  build: () => new Brevity(),
});

/** Nobody is told of the reward, so nobody reads it. */
export const broken = defineEnv({ name: 'brevity', apiVersion: 1, build: () => new Brevity() });

export const specimen = {
  kind: 'env',
  fault: { row: 'B013', check: 'env/reward-number' },
  alsoFires: ['env/step-result'],
};
