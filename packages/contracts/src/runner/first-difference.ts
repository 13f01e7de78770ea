import { formatPath } from 'slime-sdk';

/** Where two plain values differ first. */
export interface Difference {
  path: string;
  got: unknown;
  expected: unknown;
}

/** Compares plain data deeply, the order of keys aside; NaN equals NaN. Null: they are equal. */
export function firstDifference(got: unknown, expected: unknown): Difference | null {
  return compare(got, expected, []);
}

function compare(got: unknown, expected: unknown, path: PropertyKey[]): Difference | null {
  if (Object.is(got, expected) || (got === 0 && expected === 0)) return null;
  if (!isObject(got) || !isObject(expected) || Array.isArray(got) !== Array.isArray(expected)) {
    return { path: path.length === 0 ? '' : formatPath(path), got, expected };
  }
  const keys = new Set([...Object.keys(got), ...Object.keys(expected)]);
  for (const key of keys) {
    const at = Array.isArray(got) ? Number(key) : key;
    const inner = compare(got[key], expected[key], [...path, at]);
    if (inner !== null) return inner;
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
