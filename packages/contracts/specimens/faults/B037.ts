import { defineEnv, defineTool, type StepContext, ToolEnv } from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';
import { z } from 'zod';

const book = defineTool({
  name: 'book',
  description: 'Books seats.',
  parameters: z.object({ seats: z.int().min(1).max(20) }),
  execute: ({ seats }, state: { booked: number }) => `${(state.booked += seats)} seats booked.`,
});

class Airline extends ToolEnv<{ booked: number }> {
  readonly tools = [book];

  createState() {
    return { booked: 0 };
  }

  protected override onNoCall() {
    const text = `${this.state.booked} seats booked.`;
    return { observation: [{ text }], done: this.state.booked > 100 };
  }
}

/** Takes no notice of why the turn ended. */
class AnyFinish extends Airline {
  override step(responseText: string, context: StepContext) {
    const options = { toolCallParser: 'qwen25', reasoningParser: 'qwen3' };
    return super.step(responseText, { ...context, ...parseResponse(responseText, options) });
  }
}

export const correct = defineEnv({ name: 'airline', apiVersion: 1, build: () => new Airline() });
export const broken = defineEnv({ name: 'airline', apiVersion: 1, build: () => new AnyFinish() });

export const specimen = { kind: 'env', fault: { row: 'B037', check: 'env/cut-calls' } };
