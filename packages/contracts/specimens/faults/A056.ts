import { defineEnv, defineTool, ToolEnv } from 'slime-sdk';
import { z } from 'zod';

const LIMIT = 2000;

/** What a command prints, cut to the declared number of characters. */
const seq = (cut: (output: string) => string) =>
  defineTool({
    name: 'seq',
    description: 'Prints the numbers from 1 on.',
    parameters: z.object({ last: z.int().min(1).max(10_000) }),
    execute: ({ last }) => cut(Array.from({ length: last }, (_, at) => at + 1).join(' ')),
  });

class Shell extends ToolEnv {
  readonly tools;

  constructor(cut: (output: string) => string) {
    super();
    this.tools = [seq(cut)];
  }

  createState(): undefined {}
}

const declaration = { name: 'shell', apiVersion: 1, bounds: { observationLength: LIMIT } } as const;

export const correct = defineEnv({
  ...declaration,
  build: () => new Shell((output) => output.slice(0, LIMIT)),
});

/** The limit counts another unit than the one that it stands for. */
export const broken = defineEnv({
  ...declaration,
  build: () => new Shell((output) => output.split(' ').slice(0, LIMIT).join(' ')),
});

export const specimen = { kind: 'env', fault: { row: 'A056', check: 'env/observation-shape' } };
