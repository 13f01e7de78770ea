import { BaseInteractionEnv, defineEnv } from 'slime-sdk';

/** Counts the characters that were said, over four turns. */
class Counter extends BaseInteractionEnv {
  protected characters = 0;
  #turns = 0;

  override reset() {
    this.characters = 0;
    this.#turns = 0;
    return {};
  }

  step(responseText: string) {
    this.characters += responseText.length + 1;
    this.#turns += 1;
    const text = `You have said ${this.characters} characters.`;
    return { observation: { text }, done: this.#turns >= 4 };
  }

  metrics() {
    return { characters: this.characters };
  }
}

export const correct = defineEnv({ name: 'counter', apiVersion: 1, build: () => new Counter() });

/** Whoever asks for the metrics empties the count. */
class Emptied extends Counter {
  override metrics() {
    const { characters } = this;
    this.characters = 0;
    return { characters };
  }
}

export const broken = defineEnv({ name: 'counter', apiVersion: 1, build: () => new Emptied() });
