import { BaseInteractionEnv, defineEnv, type JsonValue, type StepContext } from 'slime-sdk';

const tools: Record<string, (text: string) => string> = {
  upper: (text) => `Result: ${text.toUpperCase()}`,
  lower: (text) => `Result: ${text.toLowerCase()}`,
};

const spec = (name: string) => ({
  type: 'function' as const,
  function: {
    name,
    description: 'Changes the case of a text.',
    parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
});

class CaseEnv extends BaseInteractionEnv {
  override reset() {
    return { tools: Object.keys(tools).map(spec) };
  }

  step(_responseText: string, { calls }: StepContext) {
    if (calls.length === 0) return { observation: { text: 'Done.' }, done: true };
    const answers = calls.map((call) => this.answer(call.name, call.arguments?.['text']));
    return { observation: { text: answers.join('\n') }, done: false };
  }

  answer(name: string, text: JsonValue | undefined): string {
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (tool === undefined) return 'Error: there is no tool of that name.';
    return typeof text === 'string' ? tool(text) : 'Error: text must be a string.';
  }
}

export const correct = defineEnv({ name: 'case', apiVersion: 1, build: () => new CaseEnv() });

/** Takes for granted that the tool exists and that its argument is a string. */
class Trusting extends CaseEnv {
  override answer(name: string, text: JsonValue | undefined): string {
    const tool = tools[name];
    return tool === undefined ? 'Error: there is no tool of that name.' : tool(text as string);
  }
}

export const broken = defineEnv({ name: 'case', apiVersion: 1, build: () => new Trusting() });
