import { BaseInteractionEnv, defineEnv, type JsonObject, type StepContext } from 'slime-sdk';

/** A file that calls append to. */
class Writer extends BaseInteractionEnv {
  #file = '';

  override reset() {
    this.#file = '';
    const parameters = { type: 'object', properties: { text: { type: 'string' } } };
    const write = { name: 'write', description: 'Appends to the file.', parameters };
    return { tools: [{ type: 'function' as const, function: write }] };
  }

  step(responseText: string, context: StepContext) {
    const answers = this.readCalls(responseText, context).map(({ text }) => {
      if (typeof text !== 'string') return 'Error: write needs a text.';
      this.#file += text;
      return `The file has ${this.#file.length} characters.`;
    });
    const done = context.calls.length === 0 && !context.truncated;
    return { observation: { text: answers.join('\n') || 'Nothing was written.' }, done };
  }

  readCalls(_responseText: string, { calls }: StepContext): JsonObject[] {
    return calls.map((call) => call.arguments ?? {});
  }
}

/** Completes what was cut, and so writes the half of a text that was sampled. */
class Salvaging extends Writer {
  override readCalls(responseText: string, context: StepContext): JsonObject[] {
    const cut = /<tool_call>\n.*"text": ?"([^"\\]+)/.exec(responseText)?.[1];
    return context.truncated && cut !== undefined
      ? [{ text: cut }]
      : super.readCalls(responseText, context);
  }
}

export const correct = defineEnv({ name: 'writer', apiVersion: 1, build: () => new Writer() });
export const broken = defineEnv({ name: 'writer', apiVersion: 1, build: () => new Salvaging() });

export const specimen = { kind: 'env', fault: { row: 'A018', check: 'env/cut-calls' } };
