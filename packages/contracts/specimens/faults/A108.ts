import { defineEnv, defineTool, type StepContext, ToolEnv } from 'slime-sdk';
import { z } from 'zod';

const parameters = z.object({ degrees: z.number().min(-50).max(50) });

const heat = defineTool({
  name: 'heat',
  description: 'Sets the temperature.',
  parameters,
  execute: ({ degrees }) => `It will be ${degrees} degrees.`,
});

class Thermostat extends ToolEnv {
  readonly tools = [heat];

  createState(): undefined {}
}

/** Drops a call whose value cannot be converted, instead of answering it. */
class Strict extends Thermostat {
  override step(responseText: string, context: StepContext) {
    const calls = context.calls.filter(
      (call) => call.name !== 'heat' || parameters.safeParse(call.arguments).success,
    );
    return super.step(responseText, { ...context, calls });
  }
}

export const correct = defineEnv({ name: 'heat', apiVersion: 1, build: () => new Thermostat() });
export const broken = defineEnv({ name: 'heat', apiVersion: 1, build: () => new Strict() });

export const specimen = { kind: 'env', fault: { row: 'A108', check: 'env/answers-calls' } };
