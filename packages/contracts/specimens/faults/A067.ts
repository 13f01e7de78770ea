import { BaseInteractionEnv, defineEnv, type ResetContext } from 'slime-sdk';
import { setTimeout as sleep } from 'node:timers/promises';

/** Starts a container; gives what stops it. */
async function startContainer(onStart: (stop: () => void) => void): Promise<() => void> {
  const heartbeat = setInterval(() => {}, 3_600_000);
  const stop = () => clearInterval(heartbeat);
  onStart(stop);
  await sleep(1);
  return stop;
}

class Container extends BaseInteractionEnv {
  protected stop = (): void => {};

  override async reset({ signal }: ResetContext) {
    this.stop();
    await startContainer((stop) => (this.stop = stop));
    signal.throwIfAborted();
    return {};
  }

  step() {
    return { observation: { text: 'It runs.' }, done: true };
  }

  override close() {
    this.stop();
  }
}

/** Takes down how to stop it once it is up: after an abort nobody knows. */
class Cancelled extends Container {
  override async reset({ signal }: ResetContext) {
    this.stop();
    const stop = await startContainer(() => {});
    signal.throwIfAborted();
    this.stop = stop;
    return {};
  }
}

export const correct = defineEnv({
  name: 'container',
  apiVersion: 1,
  build: () => new Container(),
});
export const broken = defineEnv({ name: 'container', apiVersion: 1, build: () => new Cancelled() });

export const specimen = {
  kind: 'env',
  fault: { row: 'A067', check: 'env/handles' },
  isolation: 'process',
};
