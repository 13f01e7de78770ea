import { setTimeout as wait } from 'node:timers/promises';
import { defineEnv, defineTool, ToolEnv } from 'slime-sdk';
import { z } from 'zod';

const look = defineTool({
  name: 'look',
  description: 'Looks into a drawer.',
  parameters: z.object({ drawer: z.enum(['upper', 'middle', 'lower']) }),
  async execute({ drawer }, state: { seen: string[] }, { signal }) {
    await wait(5, undefined, { signal });
    state.seen.push(drawer);
    return `The ${drawer} drawer holds ${state.seen.length} socks.`;
  },
});

/** Each call takes five milliseconds. */
class Drawers extends ToolEnv<{ seen: string[] }> {
  readonly tools = [look];

  async createState() {
    await wait(5);
    return { seen: [] };
  }
}

export const correct = defineEnv({ name: 'slow', apiVersion: 1, build: () => new Drawers() });
