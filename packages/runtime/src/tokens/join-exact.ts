import { exactForm, restoreExactForms } from 'slime-sdk';

/**
 * What a spread of these objects gives, with numbers and the order of keys as JSON text had them:
 * that hangs on the object that was read, and a spread leaves it behind.
 */
export function joinExact(...parts: readonly object[]): Record<string, unknown> {
  const values = new Map<string, unknown>();
  const numbers = new Map<string, number | string>();
  for (const part of parts) {
    const form = exactForm(part);
    for (const key of new Set([...(form?.keys ?? []), ...Object.keys(part)])) {
      // One that was written, and taken out since.
      if (!Object.hasOwn(part, key)) continue;
      const value: unknown = Reflect.get(part, key);
      const noted = form?.numbers.get(key);
      values.set(key, value);
      if (noted === undefined || noted !== value) numbers.delete(key);
      else numbers.set(key, noted);
    }
  }
  const joined = Object.fromEntries(values);
  const keys = [...values.keys()];
  const isReordered = Object.keys(joined).some((key, index) => key !== keys[index]);
  if (isReordered || numbers.size > 0) {
    const form = { numbers, keys: isReordered ? keys : null };
    restoreExactForms(joined, [{ path: [], form }]);
  }
  return joined;
}
