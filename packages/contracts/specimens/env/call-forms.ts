import { BaseInteractionEnv, defineEnv, type JsonObject, type StepContext } from 'slime-sdk';

const TOOLS = [
  {
    type: 'function' as const,
    function: {
      name: 'roll',
      description: 'Rolls the stone forward.',
      parameters: { type: 'object', properties: { steps: { type: 'integer' } } },
    },
  },
];

class Stone extends BaseInteractionEnv {
  #at = 0;

  override reset() {
    this.#at = 0;
    return { tools: TOOLS };
  }

  step(responseText: string, context: StepContext) {
    const calls = this.readCalls(responseText, context);
    for (const { steps } of calls) this.#at += typeof steps === 'number' ? steps : 1;
    return { observation: { text: `The stone is at ${this.#at}.` }, done: calls.length === 0 };
  }

  /** The arguments of each call. */
  readCalls(_responseText: string, { calls }: StepContext): JsonObject[] {
    return calls.map((call) => call.arguments ?? {});
  }
}

export const correct = defineEnv({ name: 'stone', apiVersion: 1, build: () => new Stone() });

/** Finds calls that stand on one line, with the keys that it knows. */
class OneLine extends Stone {
  override readCalls(responseText: string, { reasoning, truncated }: StepContext): JsonObject[] {
    if (truncated) return [];
    const text = responseText.replace(reasoning, '');
    const bodies = [...text.matchAll(/<tool_call>\n(\{.*\})\n<\/tool_call>/g)];
    return bodies.flatMap(([, body = '']) => {
      try {
        return [JSON.parse(body).arguments ?? {}];
      } catch {
        return [];
      }
    });
  }
}

export const broken = defineEnv({ name: 'stone', apiVersion: 1, build: () => new OneLine() });
