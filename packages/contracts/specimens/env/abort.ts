import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** Waits a moment in each step, and no longer than its signal allows. */
class Waiting extends BaseInteractionEnv {
  async step(_responseText: string, { signal }: StepContext) {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, 2);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        this.giveUp(reject, signal);
      });
    });
    return { observation: { text: 'A moment has passed.' }, done: true };
  }

  giveUp(reject: (reason: unknown) => void, signal: AbortSignal): void {
    reject(signal.reason);
  }
}

export const correct = defineEnv({ name: 'waiting', apiVersion: 1, build: () => new Waiting() });

/** Stops the clock at an abort, and leaves the promise that waits for it. */
class Forgotten extends Waiting {
  override giveUp() {}
}

export const broken = defineEnv({ name: 'waiting', apiVersion: 1, build: () => new Forgotten() });

export const specimen = { isolation: 'process', alsoFires: ['env/close-pending'] } as const;
