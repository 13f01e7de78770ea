import { BaseInteractionEnv, defineEnv, type JsonObject, type StepContext } from 'slime-sdk';

/** Lists the files of a folder, of the first one when none is named. */
class Files extends BaseInteractionEnv {
  override reset() {
    const parameters = {
      type: 'object',
      properties: { folder: { type: 'string', enum: ['src', 'test'] } },
    };
    const list = { name: 'list', description: 'Lists files.', parameters };
    return { tools: [{ type: 'function' as const, function: list }] };
  }

  step(responseText: string, context: StepContext) {
    const answers = context.calls.map(({ raw, arguments: args }) => {
      const { folder = '.' } = this.readArguments(raw, args ?? {});
      return `${JSON.stringify(folder)} has 3 files.`;
    });
    const text = answers.join('\n') || 'Call list to see files.';
    return { observation: { text }, done: responseText === '' };
  }

  readArguments(_raw: string, parsed: JsonObject): JsonObject {
    return parsed;
  }
}

/** Knows one of the two names that models give the arguments. */
class OneName extends Files {
  override readArguments(raw: string, parsed: JsonObject): JsonObject {
    return raw.includes('"parameters"') ? {} : parsed;
  }
}

export const correct = defineEnv({ name: 'files', apiVersion: 1, build: () => new Files() });
export const broken = defineEnv({ name: 'files', apiVersion: 1, build: () => new OneName() });

export const specimen = { kind: 'env', fault: { row: 'A109', check: 'env/call-forms' } };
