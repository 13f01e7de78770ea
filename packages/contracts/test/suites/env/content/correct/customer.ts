import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

const STOP = '###STOP###';

/** A customer who quotes what was said, and ends the talk with a message of its own. */
class Customer extends BaseInteractionEnv {
  #asked = false;

  override reset() {
    this.#asked = false;
    return {
      messages: [
        { role: 'system' as const, content: `The customer says ${STOP} at the end.` },
        { role: 'user' as const, content: 'I want my money back.' },
      ],
    };
  }

  step(_responseText: string, { content, truncated }: StepContext) {
    const reply = this.#reply(content);
    const isOver = reply === STOP && !truncated;
    const reward = isOver && this.#asked ? 1 : 0;
    return { observation: { text: reply }, done: isOver, reward };
  }

  #reply(said: string): string {
    if (said.includes('?')) this.#asked = true;
    if (said === 'bye' || this.#asked) return STOP;
    return `What do you mean by "${said.slice(0, 200)}"?`;
  }
}

export const correct = defineEnv({
  name: 'customer',
  apiVersion: 1,
  ends: false,
  reward: { reduction: 'last', range: [0, 1] },
  build: () => new Customer(),
});
