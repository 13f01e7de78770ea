import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

const HOUR = 3_600_000;

/** Keeps a session awake while an episode runs. */
class Session extends BaseInteractionEnv {
  #stop = (): void => {};

  override reset() {
    this.stop();
    const timer = setInterval(() => {}, HOUR);
    this.#stop = () => clearInterval(timer);
    return {};
  }

  step(_responseText: string, { turn }: StepContext) {
    const done = turn >= 2;
    if (done) this.stop();
    return { observation: { text: `Turn ${turn}.` }, done };
  }

  override close() {
    this.stop();
  }

  stop(): void {
    this.#stop();
  }
}

export const correct = defineEnv({ name: 'session', apiVersion: 1, build: () => new Session() });

/** Stops the timer where an episode ends in order, and nowhere else. */
class Leaking extends Session {
  override close() {}
}

export const broken = defineEnv({ name: 'session', apiVersion: 1, build: () => new Leaking() });

export const specimen = { isolation: 'process' } as const;
