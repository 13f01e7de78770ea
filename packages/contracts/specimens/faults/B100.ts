import { BaseInteractionEnv, defineEnv, type Message, type Part } from 'slime-sdk';

/** Tells what it sees in parts. */
class Scene extends BaseInteractionEnv<Part[]> {
  #turns = 0;

  override reset() {
    this.#turns = 0;
    return {};
  }

  step() {
    this.#turns += 1;
    const text = this.#turns % 2 === 0 ? 'A door opens.' : 'A light goes on.';
    return { observation: [{ type: 'text' as const, text }], done: this.#turns === 4 };
  }

  override formatObservation(observation: Part[]): Message {
    return { role: 'user', content: observation };
  }
}

/** A part becomes the text of its own object. */
class Joining extends Scene {
  override formatObservation(observation: unknown[]): Message {
    return { role: 'user', content: observation.join('\n') };
  }
}

export const correct = defineEnv({ name: 'scene', apiVersion: 1, build: () => new Scene() });
export const broken = defineEnv({ name: 'scene', apiVersion: 1, build: () => new Joining() });

export const specimen = { kind: 'env', fault: { row: 'B100', check: 'env/observation-shape' } };
