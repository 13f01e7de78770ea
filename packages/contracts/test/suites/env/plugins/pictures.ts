import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** The smallest PNG: one grey dot. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

/** Answers with a picture, as bytes and as a data: URI in turn. */
class Pictures extends BaseInteractionEnv {
  #turns = 0;

  override reset() {
    this.#turns = 0;
    return {};
  }

  async step(_text: string, { turn }: StepContext) {
    this.#turns += 1;
    const image = turn % 2 === 0 ? DOT : `data:image/png;base64,${DOT.toString('base64')}`;
    return {
      observation: { text: 'What is in the picture?', images: [image] },
      done: this.#turns >= 5,
      info: { turns: this.#turns },
    };
  }
}

export const env = defineEnv({ name: 'pictures', apiVersion: 1, build: () => new Pictures() });
