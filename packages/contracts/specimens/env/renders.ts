import { defineEnv, defineTool, formatTextObservation, type Message } from 'slime-sdk';
import { type TextObservation, ToolEnv } from 'slime-sdk';
import { z } from 'zod';

const reverse = defineTool({
  name: 'reverse',
  description: 'Reverses a text.',
  parameters: z.object({ text: z.string() }),
  execute: ({ text }) => `Reversed: ${Array.from(text).toReversed().join('')}`,
});

class Mirror extends ToolEnv {
  readonly tools = [reverse];

  createState(): undefined {}
}

export const correct = defineEnv({ name: 'mirror', apiVersion: 1, build: () => new Mirror() });

/** Answers of tools become words of the user. */
class Flattening extends Mirror {
  override formatObservation(observation: TextObservation[]): Message[] {
    return observation.map((item) => ({ ...formatTextObservation(item), role: 'user' }));
  }
}

export const broken = defineEnv({ name: 'mirror', apiVersion: 1, build: () => new Flattening() });
