import { defineEnv, defineTool, formatTextObservation, type Message } from 'slime-sdk';
import { type TextObservation, ToolEnv } from 'slime-sdk';
import { z } from 'zod';

const square = defineTool({
  name: 'square',
  description: 'Squares a number.',
  parameters: z.object({ number: z.int().min(-100).max(100) }),
  execute: ({ number }) => `${number ** 2}`,
});

class Squares extends ToolEnv {
  readonly tools = [square];

  createState(): undefined {}
}

/** Gives a list of parts where a template joins strings. */
class Parts extends Squares {
  override formatObservation(observation: TextObservation[]): Message[] {
    return observation.map((item) => {
      const content = [{ type: 'text' as const, text: item.text }];
      return { ...formatTextObservation(item), content };
    });
  }
}

export const correct = defineEnv({ name: 'squares', apiVersion: 1, build: () => new Squares() });
export const broken = defineEnv({ name: 'squares', apiVersion: 1, build: () => new Parts() });

export const specimen = { kind: 'env', fault: { row: 'B020', check: 'env/renders' } };
