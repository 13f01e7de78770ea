import { BaseInteractionEnv, type BuildContext, defineEnv } from 'slime-sdk';

/** Holds its thread for ever where the row says so. */
class LoopingEnv extends BaseInteractionEnv {
  readonly #loops: boolean;

  constructor(loops: boolean) {
    super();
    this.#loops = loops;
  }

  override step(): { observation: { text: string }; done: boolean; reward: number } {
    while (this.#loops);
    return { observation: { text: 'OBS' }, done: true, reward: 1 };
  }
}

export const loopingEnv = defineEnv({
  name: 'looping',
  apiVersion: 1,
  reward: { reduction: 'last', range: [0, 1] },
  build: ({ sample }: BuildContext<unknown>) => new LoopingEnv(sample.metadata['loops'] === true),
});
