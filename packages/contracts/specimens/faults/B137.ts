import {
  BaseInteractionEnv,
  defineEnv,
  type Message,
  type Part,
  type StepContext,
} from 'slime-sdk';

const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABwAAAAcCAAAAABXZoBIAAAAFElEQVR42mNowAMYRiVHJUclYQAA14+IELSdtnwAAAAASUVORK5CYII=';

interface Quoted {
  text: string;
}

/** Repeats the policy's words under a picture. */
class Album extends BaseInteractionEnv<Quoted> {
  #turns = 0;

  override reset() {
    this.#turns = 0;
    return {};
  }

  step(_responseText: string, { content }: StepContext) {
    this.#turns += 1;
    return { observation: { text: `"${content}"` }, done: this.#turns === 4 };
  }

  override formatObservation({ text }: Quoted): Message {
    return { role: 'user', content: [{ type: 'image', image: PICTURE }, ...this.parts(text)] };
  }

  parts(text: string): Part[] {
    return [{ type: 'text', text }];
  }
}

/** A word about a picture is taken for a slot for one. */
class Slots extends Album {
  override parts(text: string): Part[] {
    return text
      .split(/(<image>)/)
      .map((part) =>
        part === '<image>' ? { type: 'image', image: PICTURE } : { type: 'text', text: part },
      );
  }
}

export const correct = defineEnv({ name: 'album', apiVersion: 1, build: () => new Album() });
export const broken = defineEnv({ name: 'album', apiVersion: 1, build: () => new Slots() });

export const specimen = {
  kind: 'env',
  fault: { row: 'B137', check: 'env/image-placeholder-text' },
};
