import { defineEnv, defineTool, formatTextObservation, type Message } from 'slime-sdk';
import { type TextObservation, ToolEnv } from 'slime-sdk';
import { z } from 'zod';

const measure = defineTool({
  name: 'measure',
  description: 'Measures a text.',
  parameters: z.object({ text: z.string() }),
  execute: ({ text }) => `${text.length} characters`,
});

class Ruler extends ToolEnv {
  readonly tools = [measure];

  createState(): undefined {}
}

export const correct = defineEnv({ name: 'ruler', apiVersion: 1, build: () => new Ruler() });

/** Writes parts as another API names them. */
class Foreign extends Ruler {
  override formatObservation(observation: TextObservation[]): Message[] {
    return observation.map((item) => {
      const parts: unknown = [{ type: 'input_text', text: item.text }];
      return { ...formatTextObservation(item), content: parts as Message['content'] };
    });
  }
}

export const broken = defineEnv({ name: 'ruler', apiVersion: 1, build: () => new Foreign() });
