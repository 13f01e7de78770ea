import { BaseInteractionEnv, defineEnv, type JsonObject, type StepContext } from 'slime-sdk';

/** Hands the content of `respond` to a customer. */
class Counter extends BaseInteractionEnv {
  override reset() {
    const parameters = {
      type: 'object',
      properties: { content: { type: 'string' } },
      required: ['content'],
    };
    const respond = { name: 'respond', description: 'Speaks.', parameters };
    return { tools: [{ type: 'function' as const, function: respond }] };
  }

  step(_responseText: string, { calls, content }: StepContext) {
    const answers = calls.map((call) =>
      call.name === 'respond' ? this.respond(call.arguments ?? {}) : 'Error: unknown tool.',
    );
    return { observation: { text: answers.join('\n') || 'Hello?' }, done: content === 'bye' };
  }

  respond({ content }: JsonObject): string {
    if (typeof content !== 'string') return 'Error: content is missing.';
    return content.endsWith('?') ? 'I do not know.' : 'I see.';
  }
}

/** What is missing is used as if it were there. */
class Assuming extends Counter {
  override respond(args: JsonObject): string {
    const { content } = args as { content: string };
    return content.endsWith('?') ? 'I do not know.' : 'I see.';
  }
}

export const correct = defineEnv({ name: 'counter', apiVersion: 1, build: () => new Counter() });
export const broken = defineEnv({ name: 'counter', apiVersion: 1, build: () => new Assuming() });

export const specimen = { kind: 'env', fault: { row: 'B043', check: 'env/survives-calls' } };
