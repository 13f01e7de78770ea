import { BaseInteractionEnv, defineEnv } from 'slime-sdk';

/** Waits a moment in each step. */
class Waiting extends BaseInteractionEnv {
  #stop = (): void => {};
  #reject: (reason: Error) => void = () => {};
  protected pending: Promise<void> = Promise.resolve();

  async step() {
    this.pending = new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, 1);
      this.#stop = () => clearTimeout(timer);
      this.#reject = reject;
    });
    await this.pending;
    return { observation: { text: 'A moment has passed.' }, done: true };
  }

  override async close(): Promise<void> {
    this.stop();
    this.#reject(new Error('the environment was closed'));
  }

  protected stop(): void {
    this.#stop();
  }
}

export const correct = defineEnv({ name: 'waiting', apiVersion: 1, build: () => new Waiting() });

/** Stops the clock, then waits for the step that waits for the clock. */
class Deadlocked extends Waiting {
  override async close() {
    this.stop();
    await this.pending;
  }
}

export const broken = defineEnv({ name: 'waiting', apiVersion: 1, build: () => new Deadlocked() });

export const specimen = { isolation: 'process' } as const;
