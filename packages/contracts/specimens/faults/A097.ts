import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** Holds a container from its reset on. */
class Container extends BaseInteractionEnv {
  protected stop = (): void => {};
  protected isOver = false;

  override reset() {
    this.stop();
    const heartbeat = setInterval(() => {}, 3_600_000);
    this.stop = () => clearInterval(heartbeat);
    this.isOver = false;
    return {};
  }

  step(_responseText: string, { turn }: StepContext) {
    this.isOver = turn >= 2;
    return { observation: { text: `Turn ${turn}.` }, done: this.isOver };
  }

  override close() {
    this.stop();
  }
}

/** An episode that did not come to its end returns early, and leaves the rest to an idle timer. */
class Early extends Container {
  override close() {
    if (!this.isOver) return;
    this.stop();
  }
}

export const correct = defineEnv({
  name: 'container',
  apiVersion: 1,
  build: () => new Container(),
});
export const broken = defineEnv({ name: 'container', apiVersion: 1, build: () => new Early() });

export const specimen = {
  kind: 'env',
  fault: { row: 'A097', check: 'env/handles' },
  isolation: 'process',
};
