import type { JsonObject } from 'slime-sdk';

/** A keyword's value where it is a number. */
export function numberOf(schema: JsonObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === 'number' ? value : undefined;
}
