import { BaseInteractionEnv, defineEnv, type Message, type ResetContext } from 'slime-sdk';

/** Asks for a sum, which the seed chooses. */
class Sums extends BaseInteractionEnv {
  override reset({ seed }: ResetContext) {
    return { messages: this.ask(`What is ${seed % 10} + ${(seed >> 4) % 10}?`) };
  }

  step() {
    return { observation: { text: 'Thank you.' }, done: true };
  }

  ask(question: string): Message[] {
    return [{ role: 'user', content: question }];
  }
}

export const correct = defineEnv({ name: 'sums', apiVersion: 1, build: () => new Sums() });

/** Leaves out what is not of the system, and with it everything. */
class Silent extends Sums {
  override ask(question: string) {
    return super.ask(question).filter(({ role }) => role === 'system');
  }
}

export const broken = defineEnv({ name: 'sums', apiVersion: 1, build: () => new Silent() });
