import { defineEnv, defineTool, ToolEnv } from 'slime-sdk';
import { z } from 'zod';

const MOST_STEPS = 1000;

/** Runs a program of the policy: counts from a number down to zero. */
const countDown = (mayGoOn: (steps: number) => boolean) =>
  defineTool({
    name: 'count_down',
    description: 'Counts from a number to zero in steps of another.',
    parameters: z.object({ from: z.int().min(0).max(100), by: z.int().min(1).max(10) }),
    execute({ from, by }) {
      let steps = 0;
      for (let at = from; at !== 0 && mayGoOn(steps); at -= by) steps += 1;
      return steps >= MOST_STEPS ? 'It did not end.' : `It took ${steps} steps.`;
    },
  });

class Interpreter extends ToolEnv<null> {
  readonly tools = [countDown((steps) => steps < MOST_STEPS)];
  createState = () => null;
}

/** A program that loops for ever is run for ever. */
class Unlimited extends Interpreter {
  override readonly tools = [countDown(() => true)];
}

export const correct = defineEnv({
  name: 'interpreter',
  apiVersion: 1,
  build: () => new Interpreter(),
});
export const broken = defineEnv({
  name: 'interpreter',
  apiVersion: 1,
  build: () => new Unlimited(),
});

export const specimen = {
  kind: 'env',
  fault: { row: 'A063', check: 'env/settles' },
  isolation: 'process',
};
