import { BaseInteractionEnv, defineEnv, type JsonObject, type StepContext } from 'slime-sdk';

/** Repeats what `say` was told. */
class Speaker extends BaseInteractionEnv {
  override reset() {
    const parameters = {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
    };
    const say = { name: 'say', description: 'Says a text.', parameters };
    return { tools: [{ type: 'function' as const, function: say }] };
  }

  step(responseText: string, context: StepContext) {
    const said = this.readCalls(responseText, context).map(({ text }) =>
      typeof text === 'string' ? `Said ${JSON.stringify(text)}.` : 'Error: say needs a text.',
    );
    const text = said.join('\n') || 'Nothing was said.';
    return { observation: { text }, done: context.content !== '' };
  }

  readCalls(_responseText: string, { calls }: StepContext): JsonObject[] {
    return calls.map((call) => call.arguments ?? {});
  }
}

/** Takes the first closing tag for the end of the call, also in the middle of a string. */
class FirstTag extends Speaker {
  override readCalls(responseText: string, context: StepContext): JsonObject[] {
    const body = /<tool_call>\n([^]*?)<\/tool_call>/.exec(responseText)?.[1] ?? '';
    const isWhole = body === '' || /\}\s*$/.test(body) || body.endsWith('\n');
    return isWhole ? super.readCalls(responseText, context) : [];
  }
}

export const correct = defineEnv({ name: 'speaker', apiVersion: 1, build: () => new Speaker() });
export const broken = defineEnv({ name: 'speaker', apiVersion: 1, build: () => new FirstTag() });

export const specimen = {
  kind: 'env',
  fault: { row: 'A040', check: 'env/call-forms' },
  alsoFires: ['env/answers-calls'],
};
