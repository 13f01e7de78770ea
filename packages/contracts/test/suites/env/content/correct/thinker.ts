import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** Pays for thinking before speaking, and answers nobody who did not think. */
class Thinker extends BaseInteractionEnv {
  step(_responseText: string, { reasoning, content, truncated }: StepContext) {
    if (reasoning.trim() === '') {
      const text = 'Think first, within <think> and </think>.';
      return { observation: { text }, done: false, reward: 0 };
    }
    const reward = truncated || content === '' ? 0 : Math.min(0.9, reasoning.length / 1000);
    return { observation: { text: 'Good.' }, done: true, reward };
  }
}

export const correct = defineEnv({
  name: 'thinker',
  apiVersion: 1,
  ends: false,
  reward: { reduction: 'last', range: [0, 1] },
  build: () => new Thinker(),
});
