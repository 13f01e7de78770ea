import { createHash } from 'node:crypto';

const DEEPEST = 50;

/**
 * Copies what an env gave into data that can be compared later, whatever the env does to its own
 * objects since: pictures by length and hash, and words for what is no data.
 */
export function comparable(value: unknown, depth = 0): unknown {
  if (typeof value === 'function') return '(a function)';
  if (typeof value === 'bigint' || typeof value === 'symbol') return `(${String(value)})`;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return '(too deep)';
  if (value instanceof Uint8Array) {
    const hash = createHash('sha1').update(value).digest('hex');
    return `(${value.length} bytes, SHA-1 ${hash})`;
  }
  if (value instanceof Date) return `(${String(value)})`;
  if (value instanceof Map || value instanceof Set) return comparable([...value], depth);
  if (Array.isArray(value))
    return Array.from(value, (item: unknown) => comparable(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]: [string, unknown]) => [key, comparable(item, depth + 1)]),
  );
}
