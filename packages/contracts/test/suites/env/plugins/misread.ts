import { BaseInteractionEnv, defineEnv, defineTool, type StepContext, ToolEnv } from 'slime-sdk';
import { parseToolCalls } from 'slime-sdk/parsers';
import { z } from 'zod';

const reward = { reduction: 'last', range: [0, 1] } as const;

/** Rewards the step that ends it, and the loop ends the episode before. */
class Late extends BaseInteractionEnv {
  #turns = 0;
  step() {
    this.#turns += 1;
    const done = this.#turns === 20;
    return { observation: { text: 'Go on.' }, done, ...(done && { reward: 0 }) };
  }
}
export const late = defineEnv({ name: 'late', apiVersion: 1, reward, build: () => new Late() });

/** Looks for its stop word in the whole text. */
class Listener extends BaseInteractionEnv {
  step(responseText: string) {
    return { observation: { text: 'And then?' }, done: /\bfarewell\b/i.test(responseText) };
  }
}
export const listener = defineEnv({ name: 'listen', apiVersion: 1, build: () => new Listener() });

const read = defineTool({
  name: 'read_sensor',
  description: 'Reads a sensor.',
  parameters: z.object({ bed: z.int().min(1).max(5) }),
  execute: ({ bed }) => `Bed ${bed} has a moisture of ${bed * 7} percent.`,
});

/** Runs calls of the reasoning, and names the tool that it does not know. */
class Whole extends ToolEnv<null> {
  readonly tools = [read];
  createState() {
    return null;
  }
  override async step(responseText: string, context: StepContext) {
    const { calls } = parseToolCalls('qwen25', context.truncated ? '' : responseText);
    const [call] = calls;
    if (call !== undefined && call.name !== 'read_sensor') {
      return {
        observation: [{ role: 'user' as const, text: `Unknown tool ${call.name}` }],
        done: false,
      };
    }
    return super.step(responseText, { ...context, calls });
  }
}
export const whole = defineEnv({ name: 'whole', apiVersion: 1, build: () => new Whole() });

/** Chance alone decides, as it declares. */
class Coin extends BaseInteractionEnv {
  step(_responseText: string, _context: StepContext) {
    return { observation: { text: 'Over.' }, done: true, reward: Math.random() < 0.3 ? 1 : 0 };
  }
}
export const coin = defineEnv({
  name: 'coin',
  apiVersion: 1,
  deterministic: false,
  reward,
  build: () => new Coin(),
});

/** Waits for a timer that throws. */
class Waiting extends BaseInteractionEnv {
  step(): Promise<{ observation: { text: string }; done: boolean }> {
    return new Promise((resolve) => {
      setTimeout(() => {
        resolve({ observation: { text: decodeURIComponent('%') }, done: true });
      }, 1);
    });
  }
}
export const waiting = defineEnv({ name: 'waiting', apiVersion: 1, build: () => new Waiting() });
