import { BaseInteractionEnv, defineEnv, type JsonObject, type StepContext } from 'slime-sdk';

/** Runs what `run` is given, which here is to count it. */
class Python extends BaseInteractionEnv {
  override reset() {
    const parameters = {
      type: 'object',
      properties: { code: { type: 'string' } },
      required: ['code'],
    };
    const run = { name: 'run', description: 'Runs code.', parameters };
    return { tools: [{ type: 'function' as const, function: run }] };
  }

  step(responseText: string, context: StepContext) {
    const { content, calls } = context;
    const sizes = calls.flatMap(({ raw, arguments: args }) => this.read(raw, args ?? {}));
    const text = sizes.length === 0 ? 'No code was run.' : `Ran ${sizes.join(', ')} characters.`;
    return { observation: { text }, done: responseText !== '' && content === responseText };
  }

  read(_raw: string, { code }: JsonObject): number[] {
    return [typeof code === 'string' ? code.length : 0];
  }
}

/** Looks for the call on one line, so that pretty-printed JSON is no call. */
class OneLine extends Python {
  override read(raw: string, args: JsonObject): number[] {
    return /^\s*\{.*\}\s*$/.test(raw) ? super.read(raw, args) : [];
  }
}

export const correct = defineEnv({ name: 'python', apiVersion: 1, build: () => new Python() });
export const broken = defineEnv({ name: 'python', apiVersion: 1, build: () => new OneLine() });

export const specimen = { kind: 'env', fault: { row: 'B132', check: 'env/call-forms' } };
