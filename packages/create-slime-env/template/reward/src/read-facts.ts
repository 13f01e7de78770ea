import type { JsonObject, JsonValue } from 'slime-sdk';

/** Reads the facts of a text that is one JSON object, bare or in one fence; null for all else. */
export function readFacts(text: string): JsonObject | null {
  const body = /^```(?:json)?\n([^`]*)\n```$/.exec(text.trim())?.[1] ?? text;
  try {
    const value: JsonValue = JSON.parse(body);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether a value is a JSON object. */
export function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
