import { defineEnv, defineTool, formatTextObservation, type Message } from 'slime-sdk';
import { type TextObservation, ToolEnv } from 'slime-sdk';
import { z } from 'zod';

const note = defineTool({
  name: 'note',
  description: 'Notes something down.',
  parameters: z.object({ text: z.string(), tags: z.array(z.string()).max(3).optional() }),
  execute({ text }, notes: string[]) {
    notes.push(text);
    return { text: '', info: { notes: notes.length } };
  },
});

const read = defineTool({
  name: 'read',
  description: 'Reads all notes.',
  parameters: z.object({}),
  execute: (_args, notes: string[]) => notes.join('\n').slice(0, 500),
});

/** Says nothing where there is nothing to say; answers of a turn are one message. */
class Notes extends ToolEnv<string[]> {
  readonly tools = [note, read];

  createState(): string[] {
    return [];
  }

  override formatObservation(observation: TextObservation[]): Message[] {
    const text = observation.map((item) => item.text).join('\n---\n');
    return [formatTextObservation({ text, role: 'tool' })];
  }
}

export const correct = defineEnv({
  name: 'silent',
  apiVersion: 1,
  observation: { empty: true },
  build: () => new Notes(),
});
