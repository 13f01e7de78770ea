import { defineEnv, defineTool, ToolEnv } from 'slime-sdk';
import { z } from 'zod';

const roll = defineTool({
  name: 'roll',
  description: 'Rolls a number of dice.',
  parameters: z.object({ dice: z.int().min(1).max(6) }),
  execute: ({ dice }) =>
    `You rolled ${Array.from({ length: dice }, () => 1 + Math.floor(Math.random() * 6)).join(', ')}.`,
});

/** Random on purpose, and declares it. */
class Dice extends ToolEnv<null> {
  readonly tools = [roll];
  createState = () => null;
}

export const env = defineEnv({
  name: 'dice',
  apiVersion: 1,
  deterministic: false,
  build: () => new Dice(),
});
