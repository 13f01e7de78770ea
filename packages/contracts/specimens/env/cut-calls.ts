import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';
import { parseToolCalls, splitReasoning } from 'slime-sdk/parsers';

const TOOLS = [
  {
    type: 'function' as const,
    function: {
      name: 'pay',
      description: 'Pays an amount.',
      parameters: {
        type: 'object',
        properties: { amount: { type: 'integer', minimum: 1, maximum: 100 } },
        required: ['amount'],
      },
    },
  },
];

class Till extends BaseInteractionEnv {
  #paid = 0;

  override reset() {
    this.#paid = 0;
    return { tools: TOOLS };
  }

  step(responseText: string, context: StepContext) {
    const answers = this.readCalls(responseText, context).map(({ name, arguments: args }) => {
      const amount = args?.['amount'];
      if (name !== 'pay' || typeof amount !== 'number') return 'Error: only pay, with an amount.';
      this.#paid += amount;
      return `Paid so far: ${this.#paid}.`;
    });
    return {
      observation: { text: answers.join('\n') || 'Nothing was paid.' },
      done: this.#paid > 200,
    };
  }

  readCalls(_responseText: string, { calls }: StepContext) {
    return calls;
  }
}

export const correct = defineEnv({ name: 'till', apiVersion: 1, build: () => new Till() });

/** Reads the text itself, however it ended. */
class Hasty extends Till {
  override readCalls(responseText: string) {
    return parseToolCalls('qwen25', splitReasoning('qwen3', responseText).content, TOOLS).calls;
  }
}

export const broken = defineEnv({ name: 'till', apiVersion: 1, build: () => new Hasty() });
