/** Longest that is shown of a value. */
const MOST = 200;

/** A value of a reply, for messages, whatever it is: `String` calls what its fields may stand for. */
export function showValue(value: unknown): string {
  if (typeof value === 'number') return String(value);
  try {
    return (JSON.stringify(value) ?? typeof value).slice(0, MOST);
  } catch {
    // Nested deeper than can be printed.
    return Array.isArray(value) ? 'a list' : 'an object';
  }
}
