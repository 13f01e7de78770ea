import { BaseInteractionEnv, defineEnv } from 'slime-sdk';

/** Opens a connection when it is built: its first message says hello. */
class Connected extends BaseInteractionEnv {
  readonly #heartbeat = setInterval(() => {}, 3_600_000);
  protected isStarted = false;

  override reset() {
    this.isStarted = true;
    return {};
  }

  step() {
    return { observation: { text: 'Hello.' }, done: true };
  }

  override close() {
    clearInterval(this.#heartbeat);
  }
}

/** What failed between build and reset, such as a broken picture in the prompt, leaks it. */
class Unstarted extends Connected {
  override close() {
    if (this.isStarted) super.close();
  }
}

export const correct = defineEnv({
  name: 'connected',
  apiVersion: 1,
  build: () => new Connected(),
});
export const broken = defineEnv({ name: 'connected', apiVersion: 1, build: () => new Unstarted() });

export const specimen = {
  kind: 'env',
  fault: { row: 'B017', check: 'env/handles' },
  isolation: 'process',
};
