import type { JsonObject } from 'slime-sdk';

/** The schema of a text, of given choices where there are some. */
export function text(description: string, choices?: readonly string[]): JsonObject {
  return choices === undefined
    ? { type: 'string', description }
    : { type: 'string', enum: [...choices], description };
}

/** The schema of a list. */
export function listOf(description: string, items: JsonObject): JsonObject {
  return { type: 'array', items, description };
}

/** The schema of an object with fields that must all be there. */
export function objectOf(properties: Record<string, JsonObject>): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** The schema of a number. */
export function number(description: string): JsonObject {
  return { type: 'number', description };
}

/** The schema of a whole number. */
export function integer(description: string): JsonObject {
  return { type: 'integer', description };
}
