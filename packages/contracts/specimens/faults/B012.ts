import { EventEmitter, once } from 'node:events';
import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** A backend that answers short requests and forgets the others. */
class Backend extends EventEmitter {
  ask(text: string): void {
    if (text.length < 40) setImmediate(() => this.emit('answer', `${text.length} characters`));
  }
}

class Client extends BaseInteractionEnv {
  readonly backend = new Backend();

  async step(responseText: string, { turn }: StepContext) {
    const answer = this.wait();
    this.backend.ask(responseText);
    return { observation: { text: await answer }, done: turn >= 2 };
  }

  async wait(): Promise<string> {
    try {
      const [answer] = await once(this.backend, 'answer', { signal: AbortSignal.timeout(5) });
      return String(answer);
    } catch {
      return 'The backend did not answer.';
    }
  }
}

/** Waits without a time limit. */
class Patient extends Client {
  override async wait() {
    const [answer] = await once(this.backend, 'answer');
    return String(answer);
  }
}

export const correct = defineEnv({ name: 'client', apiVersion: 1, build: () => new Client() });
export const broken = defineEnv({ name: 'client', apiVersion: 1, build: () => new Patient() });

export const specimen = {
  kind: 'env',
  fault: { row: 'B012', check: 'env/settles' },
  isolation: 'process',
};
