import { BaseInteractionEnv, defineEnv } from 'slime-sdk';

/** A library that says under which address it looked the policy's words up. */
class Library extends BaseInteractionEnv {
  #lookups = 0;

  override reset() {
    this.#lookups = 0;
    return {};
  }

  step(responseText: string) {
    this.#lookups += 1;
    const text = `Nothing found under /books?${this.writeQuery(responseText.slice(0, 100))}`;
    return { observation: { text }, done: this.#lookups === 4 };
  }

  writeQuery(words: string): string {
    return new URLSearchParams({ words }).toString();
  }
}

export const correct = defineEnv({ name: 'library', apiVersion: 1, build: () => new Library() });

/** `encodeURIComponent` throws on half a character. */
class Careless extends Library {
  override writeQuery(words: string): string {
    return `words=${encodeURIComponent(words)}`;
  }
}

export const broken = defineEnv({ name: 'library', apiVersion: 1, build: () => new Careless() });
