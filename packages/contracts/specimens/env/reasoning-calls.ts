import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

const TOOLS = [
  {
    type: 'function' as const,
    function: { name: 'push', description: 'Opens the door.', parameters: { type: 'object' } },
  },
];

class Door extends BaseInteractionEnv {
  #isOpen = false;

  override reset() {
    this.#isOpen = false;
    return { tools: TOOLS };
  }

  step(responseText: string, context: StepContext) {
    if (this.hasPushed(responseText, context)) this.#isOpen = true;
    const others = context.calls.filter(({ name }) => name !== 'push');
    const lines = [...others.map(() => 'Error: there is only push.'), this.describe()];
    return { observation: { text: lines.join('\n') }, done: context.content === 'leave' };
  }

  describe(): string {
    return `The door is ${this.#isOpen ? 'open' : 'shut'}.`;
  }

  hasPushed(_responseText: string, { calls }: StepContext): boolean {
    return calls.some(({ name, arguments: args }) => name === 'push' && args !== undefined);
  }
}

export const correct = defineEnv({ name: 'door', apiVersion: 1, build: () => new Door() });

/** Looks for the call in all that was sampled, the reasoning too. */
class Overhearing extends Door {
  override hasPushed(responseText: string, { truncated }: StepContext): boolean {
    return !truncated && /<tool_call>[^]*"name": ?"push"/.test(responseText);
  }
}

export const broken = defineEnv({ name: 'door', apiVersion: 1, build: () => new Overhearing() });
