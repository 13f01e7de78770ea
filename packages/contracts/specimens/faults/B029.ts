import { defineEnv, defineTool, type StepContext, ToolEnv } from 'slime-sdk';
import { z } from 'zod';

const move = defineTool({
  name: 'move',
  description: 'Moves by a number of steps.',
  parameters: z.object({ steps: z.int().min(-100).max(100) }),
  execute: ({ steps }, state: { at: number }) => `You are at ${(state.at += steps)}.`,
});

class Line extends ToolEnv<{ at: number }> {
  readonly tools = [move];

  createState() {
    return { at: 0 };
  }
}

/** Only the last of several calls runs, and nothing says so. */
class LastCall extends Line {
  override step(responseText: string, context: StepContext) {
    return super.step(responseText, { ...context, calls: context.calls.slice(-1) });
  }
}

export const correct = defineEnv({ name: 'line', apiVersion: 1, build: () => new Line() });
export const broken = defineEnv({ name: 'line', apiVersion: 1, build: () => new LastCall() });

export const specimen = { kind: 'env', fault: { row: 'B029', check: 'env/answers-calls' } };
