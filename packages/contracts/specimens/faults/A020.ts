import { BaseInteractionEnv, defineEnv, type Message, type TextObservation } from 'slime-sdk';

/** Asks until it has asked three times. */
class Interview extends BaseInteractionEnv {
  #asked = 0;

  override reset() {
    this.#asked = 0;
    return {};
  }

  step() {
    this.#asked += 1;
    return { observation: { text: `Question ${this.#asked}: why?` }, done: this.#asked === 3 };
  }
}

/** Ends the policy's turn, which the model and the template have ended already. */
class DoubleEnd extends Interview {
  override formatObservation({ text }: TextObservation): Message {
    return { role: 'user', content: `<|im_end|>\n${text}` };
  }
}

export const correct = defineEnv({ name: 'talk', apiVersion: 1, build: () => new Interview() });
export const broken = defineEnv({ name: 'talk', apiVersion: 1, build: () => new DoubleEnd() });

export const specimen = { kind: 'env', fault: { row: 'A020', check: 'env/append-only' } };
