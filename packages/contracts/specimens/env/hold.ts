import { defineEnv, defineTool, ToolEnv } from 'slime-sdk';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const search = (look: (ms: number) => Promise<unknown>) =>
  defineTool({
    name: 'search',
    description: 'Searches a graph down to a depth, which takes twice as long for each level.',
    parameters: z.object({ depth: z.int().min(1).max(10) }),
    async execute({ depth }) {
      await look(2 ** depth / 5);
      return `There are ${3 ** depth} nodes.`;
    },
  });

class Graph extends ToolEnv<null> {
  readonly tools = [search((ms) => sleep(ms))];
  createState = () => null;
}

const declaration = { name: 'graph', apiVersion: 1, bounds: { holdMs: 150 } } as const;

export const correct = defineEnv({ ...declaration, build: () => new Graph() });

/** An `await` behind which nothing else runs. */
class Blocking extends Graph {
  override readonly tools = [
    search(async (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)),
  ];
}

export const broken = defineEnv({ ...declaration, build: () => new Blocking() });
