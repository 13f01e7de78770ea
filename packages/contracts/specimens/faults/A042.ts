import { defineEnv, defineTool, type StepContext, ToolEnv } from 'slime-sdk';
import { z } from 'zod';

const view = defineTool({
  name: 'view',
  description: 'Views a page.',
  parameters: z.object({ page: z.int().min(1).max(9) }),
  execute: ({ page }) => `This is page ${page}.`,
});

class Book extends ToolEnv {
  readonly tools = [view];

  createState(): undefined {}
}

/** Leaves calls of unknown tools out: such a turn counts as the final answer. */
class Filtering extends Book {
  override step(responseText: string, context: StepContext) {
    const calls = context.calls.filter((call) => call.name === 'view');
    return super.step(responseText, { ...context, calls });
  }
}

export const correct = defineEnv({ name: 'book', apiVersion: 1, build: () => new Book() });
export const broken = defineEnv({ name: 'book', apiVersion: 1, build: () => new Filtering() });

export const specimen = { kind: 'env', fault: { row: 'A042', check: 'env/answers-calls' } };
