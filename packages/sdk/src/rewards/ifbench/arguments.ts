import { z } from 'zod';

/** The arguments of an instruction that has none. */
export const noArguments = z.strictObject({});

/** Of one whose arguments, if a row has any, say nothing. */
export const anyArguments = z.object({});

/** A number of things. IFBench draws one by chance where it is missing or negative. */
export const count = z.int().nonnegative();

/** A number of a position, from 1. */
export const position = z.int().positive();

/** A text with something in it. */
export const filled = z.string().regex(/\S/, 'a text that is not blank is needed');

/** The same, without the blanks around it. */
export const trimmed = filled.transform((text) => text.trim());

/** Percent of a whole. */
export const percent = z.number().nonnegative();

/** How a number is compared with the one that a row names. */
export const relation = z.enum(['less than', 'at least']);

/** Whether a number stands in a relation to another. */
export function compares(number: number, by: z.infer<typeof relation>, threshold: number): boolean {
  return by === 'less than' ? number < threshold : number >= threshold;
}
