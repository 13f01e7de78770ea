import type { JsonValue } from 'slime-sdk';

/** Copies a JSON value, so that nothing that is done to it is seen elsewhere. */
export function copyJson<T extends JsonValue>(value: T): T;
export function copyJson(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => copyJson(item));
  // Not by assignment: a key may be `__proto__`.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyJson(item)]));
}
