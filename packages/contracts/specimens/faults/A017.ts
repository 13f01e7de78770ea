import { defineEnv, defineTool, type StepContext, ToolEnv } from 'slime-sdk';
import { parseToolCalls } from 'slime-sdk/parsers';
import { z } from 'zod';

const count = defineTool({
  name: 'count',
  description: 'Counts on.',
  parameters: z.object({}),
  execute: (_args, state: { count: number }) => `The count is ${(state.count += 1)}.`,
});

class Counting extends ToolEnv<{ count: number }> {
  readonly tools = [count];

  createState() {
    return { count: 0 };
  }
}

/** Scans the whole completion, so that a call drafted in the reasoning runs. */
class WholeText extends Counting {
  override step(responseText: string, context: StepContext) {
    const { calls } = parseToolCalls('qwen25', context.truncated ? '' : responseText);
    return super.step(responseText, { ...context, calls });
  }
}

export const correct = defineEnv({ name: 'count', apiVersion: 1, build: () => new Counting() });
export const broken = defineEnv({ name: 'count', apiVersion: 1, build: () => new WholeText() });

export const specimen = { kind: 'env', fault: { row: 'A017', check: 'env/reasoning-calls' } };
