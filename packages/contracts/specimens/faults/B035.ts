import { BaseInteractionEnv, defineEnv, type JsonValue, type StepContext } from 'slime-sdk';

/** Reads calls itself, out of their JSON. */
class Echo extends BaseInteractionEnv {
  override reset() {
    const parameters = { type: 'object', properties: { text: { type: 'string' } } };
    const echo = { name: 'echo', description: 'Repeats a text.', parameters };
    return { tools: [{ type: 'function' as const, function: echo }] };
  }

  step(_responseText: string, { calls }: StepContext) {
    const answers = calls.map(({ raw }) => `You sent ${JSON.stringify(this.read(raw))}.`);
    return { observation: { text: answers.join('\n') || 'Bye.' }, done: calls.length === 0 };
  }

  read(raw: string): JsonValue {
    try {
      return JSON.parse(raw);
    } catch {
      return 'what is no JSON';
    }
  }
}

/** A malformed argument string ends the run: the parser's error is not caught. */
class Throwing extends Echo {
  override read(raw: string): JsonValue {
    return JSON.parse(raw);
  }
}

export const correct = defineEnv({ name: 'echo', apiVersion: 1, build: () => new Echo() });
export const broken = defineEnv({ name: 'echo', apiVersion: 1, build: () => new Throwing() });

export const specimen = { kind: 'env', fault: { row: 'B035', check: 'env/survives-calls' } };
