import { BaseInteractionEnv, defineEnv, type Message, type TextObservation } from 'slime-sdk';

/** Answers as a tool that is called by words. */
class Clock extends BaseInteractionEnv {
  #turns = 0;

  override reset() {
    this.#turns = 0;
    return {};
  }

  step() {
    this.#turns += 1;
    const observation: TextObservation = { text: `It is ${this.#turns} o'clock.`, role: 'tool' };
    return { observation, done: this.#turns === 3 };
  }
}

/** Sends everything as the user. */
class AsUser extends Clock {
  override formatObservation({ text }: TextObservation): Message {
    return { role: 'user', content: text };
  }
}

export const correct = defineEnv({ name: 'clock', apiVersion: 1, build: () => new Clock() });
export const broken = defineEnv({ name: 'clock', apiVersion: 1, build: () => new AsUser() });

export const specimen = { kind: 'env', fault: { row: 'B022', check: 'env/renders' } };
