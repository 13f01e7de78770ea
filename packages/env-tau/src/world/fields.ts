import { z } from 'zod';
import type { PyDict, PyValue } from '../python/value.ts';

/** A dictionary with known fields, which may hold others too, in an order that is kept. */
export type Fields<Shape> = {
  get<Key extends keyof Shape>(key: Key): Shape[Key];
  set<Key extends keyof Shape>(key: Key, value: Exclude<Shape[Key], undefined>): unknown;
} & PyDict;

/** A dictionary whose values are all of one kind. */
export type Entries<Value extends PyValue> = Map<string, Value>;

/** Makes a dictionary of its fields, in the order in which they are written. */
export function makeFields<Shape extends object>(shape: Shape): Fields<Shape>;
export function makeFields(shape: Record<string, PyValue>): PyDict {
  return new Map(Object.entries(shape));
}

type Checks<Shape> = { readonly [Key in keyof Shape]-?: z.ZodType<Shape[Key]> };

const isDict = (value: unknown): value is PyDict => value instanceof Map;

function addIssues(
  context: z.RefinementCtx,
  key: string,
  content: unknown,
  check: z.ZodType,
): void {
  const { error } = check.safeParse(content);
  for (const { message, path } of error?.issues ?? []) {
    context.addIssue({ code: 'custom', message, path: [key, ...path] });
  }
}

/** Checks the fields of a dictionary; what it gives is the dictionary itself, not a copy. */
export function fields<Shape>(checks: Checks<Shape>): z.ZodType<Fields<Shape>> {
  return z
    .custom<Fields<Shape>>(isDict, 'must be an object')
    .superRefine((dict: PyDict, context) => {
      for (const [key, check] of Object.entries<z.ZodType>(checks)) {
        addIssues(context, key, dict.get(key), check);
      }
    });
}

/** Checks each value of a dictionary. */
export function entries<Value extends PyValue>(check: z.ZodType<Value>): z.ZodType<Entries<Value>> {
  return z
    .custom<Entries<Value>>(isDict, 'must be an object')
    .superRefine((dict: PyDict, context) => {
      for (const [key, content] of dict) addIssues(context, key, content, check);
    });
}

/** An `int` or a `float`. */
export const numeric = z.union([z.bigint(), z.number()], 'must be a number');

/** Any value. */
export const anything = z.custom<PyValue>((value) => value !== undefined, 'is missing');
