import type { z } from 'zod';
import type { JsonObject } from '../../json.ts';

/** Whether a response follows an instruction. The response is never blank. */
export type Follows = (response: string) => boolean;

/** An instruction of IFBench: reads the arguments of a row, then judges its responses. */
export interface Instruction {
  /** What says whether a response follows, or what is wrong with the arguments. */
  bind(values: JsonObject): Follows | z.ZodError;
}

/**
 * An instruction with a schema of its arguments. What it judges is to take time in proportion to the
 * response, whatever that holds.
 */
export function instruction<Arguments>(
  schema: z.ZodType<Arguments>,
  follows: (response: string, values: Arguments) => boolean,
): Instruction {
  return {
    bind(values) {
      const parsed = schema.safeParse(values);
      return parsed.success ? (response) => follows(response, parsed.data) : parsed.error;
    },
  };
}
