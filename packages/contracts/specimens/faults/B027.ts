import { BaseInteractionEnv, defineEnv, type ImageSource, type TextObservation } from 'slime-sdk';

const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABwAAAAcCAAAAABXZoBIAAAAFElEQVR42mNowAMYRiVHJUclYQAA14+IELSdtnwAAAAASUVORK5CYII=';

/** Shows a picture once it was asked for one; the prompt has none. */
class Camera extends BaseInteractionEnv {
  #turns = 0;
  readonly inPrompt: readonly ImageSource[] = [];

  override reset() {
    this.#turns = 0;
    return { messages: [{ role: 'user' as const, content: 'Look around.' }] };
  }

  step() {
    this.#turns += 1;
    const observation = { text: 'This is the view.', images: [PICTURE] };
    return { observation, done: this.#turns === 3 };
  }
}

/** Keeps pictures only where the prompt had one already. */
class NoSlot extends Camera {
  override formatObservation({ text, images = [] }: TextObservation) {
    return super.formatObservation({ text, images: this.inPrompt.length === 0 ? [] : images });
  }
}

export const correct = defineEnv({ name: 'camera', apiVersion: 1, build: () => new Camera() });
export const broken = defineEnv({ name: 'camera', apiVersion: 1, build: () => new NoSlot() });

export const specimen = { kind: 'env', fault: { row: 'B027', check: 'env/images' } };
