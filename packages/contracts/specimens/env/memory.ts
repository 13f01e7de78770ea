import { BaseInteractionEnv, defineEnv } from 'slime-sdk';

/** Remembers what was said, for three turns. */
class Memory extends BaseInteractionEnv {
  #said: string[] = [];

  override reset() {
    this.#said = [];
    return {};
  }

  step(responseText: string) {
    this.#said.push(responseText);
    this.remember(responseText);
    const text = `You have spoken ${this.#said.length} times.`;
    return { observation: { text }, done: this.#said.length >= 3 };
  }

  remember(_responseText: string): void {}
}

export const correct = defineEnv({ name: 'memory', apiVersion: 1, build: () => new Memory() });

/** Everything that was ever said, to be looked at some day. */
const archive: string[] = [];

class Archive extends Memory {
  override remember(responseText: string) {
    archive.push(responseText);
  }
}

export const broken = defineEnv({ name: 'memory', apiVersion: 1, build: () => new Archive() });
