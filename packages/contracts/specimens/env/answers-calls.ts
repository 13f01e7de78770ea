import { defineEnv, defineTool, type StepContext, ToolEnv } from 'slime-sdk';
import { z } from 'zod';

const add = defineTool({
  name: 'add',
  description: 'Adds to the total.',
  parameters: z.object({ amount: z.int().min(-1000).max(1000) }),
  execute: ({ amount }, state: { total: number }) => `The total is ${(state.total += amount)}.`,
});

class Adder extends ToolEnv<{ total: number }> {
  readonly tools = [add];

  createState() {
    return { total: 0 };
  }
}

export const correct = defineEnv({ name: 'adder', apiVersion: 1, build: () => new Adder() });

/** Runs the first call of a turn alone. */
class OneCall extends Adder {
  override step(responseText: string, context: StepContext) {
    return super.step(responseText, { ...context, calls: context.calls.slice(0, 1) });
  }
}

export const broken = defineEnv({ name: 'adder', apiVersion: 1, build: () => new OneCall() });
