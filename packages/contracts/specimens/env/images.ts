import { Buffer } from 'node:buffer';
import { BaseInteractionEnv, defineEnv } from 'slime-sdk';

/** A grey square of 28 by 28 pixels. */
const SQUARE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABwAAAAcCAAAAABXZoBIAAAAFElEQVR42mNowAMYRiVHJUclYQAA14+IELSdtnwAAAAASUVORK5CYII=',
  'base64',
);

/** Shows a square after each of two turns. */
class Gallery extends BaseInteractionEnv {
  #shown = 0;
  readonly #picture: Uint8Array;

  constructor(picture: Uint8Array) {
    super();
    this.#picture = picture;
  }

  override reset() {
    this.#shown = 0;
    return { messages: [{ role: 'user' as const, content: 'Describe the pictures.' }] };
  }

  step() {
    this.#shown += 1;
    const observation = { text: 'What is this?', images: [this.#picture] };
    return { observation, done: this.#shown === 3 };
  }
}

export const correct = defineEnv({
  name: 'gallery',
  apiVersion: 1,
  build: () => new Gallery(SQUARE),
});

/** The picture's file was cut off when it was read. */
export const broken = defineEnv({
  name: 'gallery',
  apiVersion: 1,
  build: () => new Gallery(SQUARE.subarray(0, 60)),
});
