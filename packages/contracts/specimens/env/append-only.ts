import { BaseInteractionEnv, defineEnv } from 'slime-sdk';

/** Asks riddles in turn. */
class Riddles extends BaseInteractionEnv {
  #asked = 0;

  override reset() {
    this.#asked = 0;
    return { messages: [{ role: 'user' as const, content: 'Are you ready?' }] };
  }

  step() {
    this.#asked += 1;
    const text = this.word(`Riddle ${this.#asked}: what has an eye and cannot see?`);
    return { observation: { text }, done: this.#asked === 3 };
  }

  word(riddle: string): string {
    return riddle;
  }
}

export const correct = defineEnv({ name: 'riddles', apiVersion: 1, build: () => new Riddles() });

/** Ends the turn itself, which the chat template does too. */
class Templating extends Riddles {
  override word(riddle: string): string {
    return `${riddle}<|im_end|>\n`;
  }
}

export const broken = defineEnv({ name: 'riddles', apiVersion: 1, build: () => new Templating() });
