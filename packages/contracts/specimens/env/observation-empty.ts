import { defineEnv, defineTool, ToolEnv } from 'slime-sdk';
import { z } from 'zod';

const NOTES = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
]);

const readNote = (describeMissing: (key: string) => string) =>
  defineTool({
    name: 'read_note',
    description: 'Reads a note.',
    parameters: z.object({ key: z.string() }),
    execute: ({ key }) => NOTES.get(key) ?? describeMissing(key),
  });

class Notes extends ToolEnv {
  readonly tools;

  constructor(describeMissing: (key: string) => string) {
    super();
    this.tools = [readNote(describeMissing)];
  }

  createState(): undefined {}
}

export const correct = defineEnv({
  name: 'notes',
  apiVersion: 1,
  build: () => new Notes((key) => `There is no note ${JSON.stringify(key)}.`),
});

/** Says nothing about a note that is not there. */
export const broken = defineEnv({ name: 'notes', apiVersion: 1, build: () => new Notes(() => '') });
