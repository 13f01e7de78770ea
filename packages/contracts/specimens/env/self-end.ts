import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

const STOP = '###STOP###';

/** A customer who ends the talk once the order number was asked for. */
class Customer extends BaseInteractionEnv {
  override reset() {
    return { messages: [{ role: 'user' as const, content: 'My parcel is late.' }] };
  }

  step(responseText: string, context: StepContext) {
    const reply = this.reply(this.heard(responseText, context));
    return { observation: { text: reply }, done: this.isOver(reply) };
  }

  /** What the customer hears. */
  heard(_responseText: string, { content }: StepContext): string {
    return content;
  }

  reply(heard: string): string {
    if (heard.includes('order number')) return STOP;
    return `You say "${heard.slice(0, 100)}". When will it come?`;
  }

  isOver(reply: string): boolean {
    return reply === STOP;
  }
}

export const correct = defineEnv({ name: 'customer', apiVersion: 1, build: () => new Customer() });

/** Hears the reasoning too, and looks for the marker anywhere in a reply that may quote it. */
class Eavesdropper extends Customer {
  override heard(responseText: string): string {
    return responseText;
  }

  override isOver(reply: string): boolean {
    return reply.includes(STOP);
  }
}

export const broken = defineEnv({
  name: 'customer',
  apiVersion: 1,
  build: () => new Eavesdropper(),
});
