import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** Quotes all that was sampled, reasoning and calls too, and measures it. */
class Echo extends BaseInteractionEnv {
  #turns = 0;

  override reset() {
    this.#turns = 0;
    return {};
  }

  step(responseText: string, { reasoning, content, calls }: StepContext) {
    this.#turns += 1;
    const text = `You wrote: ${responseText}\n(${reasoning.length} characters of thought)`;
    const info = { words: content.split(/\s+/).length, calls: calls.map(({ raw }) => raw) };
    return { observation: { text }, done: this.#turns === 4, info };
  }
}

export const correct = defineEnv({ name: 'echo', apiVersion: 1, build: () => new Echo() });
