import { BaseInteractionEnv, defineEnv, type Message, type TextObservation } from 'slime-sdk';

const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABwAAAAcCAAAAABXZoBIAAAAFElEQVR42mNowAMYRiVHJUclYQAA14+IELSdtnwAAAAASUVORK5CYII=';

/** Shows two pictures in each turn, to be compared. */
class Pairs extends BaseInteractionEnv {
  #turns = 0;

  override reset() {
    this.#turns = 0;
    return {};
  }

  step() {
    this.#turns += 1;
    const observation = { text: 'Which one is larger?', images: [PICTURE, PICTURE] };
    return { observation, done: this.#turns === 3 };
  }
}

/** Takes the picture at 0 for all there are. */
class FirstOnly extends Pairs {
  override formatObservation({ text, images = [] }: TextObservation): Message {
    return super.formatObservation({ text, images: images.slice(0, 1) }) as Message;
  }
}

export const correct = defineEnv({ name: 'pairs', apiVersion: 1, build: () => new Pairs() });
export const broken = defineEnv({ name: 'pairs', apiVersion: 1, build: () => new FirstOnly() });

export const specimen = { kind: 'env', fault: { row: 'A117', check: 'env/images' } };
