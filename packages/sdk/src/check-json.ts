import { formatPath } from './json-path.ts';

/** Where a value is not plain JSON, and why. */
export interface JsonFault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * Finds the first place where a value would be lost or changed by JSON: undefined, functions,
 * bigints, symbols, NaN and infinities, cycles, and objects of a class (Date, Map, typed arrays).
 */
export function findJsonFault(
  value: unknown,
  path: readonly PropertyKey[] = [],
): JsonFault | undefined {
  return visit(value, path, new Set());
}

function visit(
  value: unknown,
  path: readonly PropertyKey[],
  open: Set<object>,
): JsonFault | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') {
    return Number.isFinite(value) ? undefined : { path, message: `${value} has no JSON form` };
  }
  if (typeof value !== 'object') return { path, message: `a ${typeof value} has no JSON form` };
  if (open.has(value)) return { path, message: 'the value contains itself' };
  if (path.length > 200) return { path: path.slice(0, 8), message: 'nested more than 200 deep' };
  open.add(value);
  const fault = Array.isArray(value)
    ? firstFault(value.entries(), path, open)
    : isPlain(value)
      ? firstFault(Object.entries(value), path, open)
      : { path, message: `a ${value.constructor.name} is no plain object` };
  open.delete(value);
  return fault;
}

function firstFault(
  entries: Iterable<readonly [PropertyKey, unknown]>,
  path: readonly PropertyKey[],
  open: Set<object>,
): JsonFault | undefined {
  for (const [key, item] of entries) {
    const fault = visit(item, [...path, key], open);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The same as a sentence: `info.when: a Date is no plain object`. */
export function describeJsonFault(fault: JsonFault): string {
  return `${formatPath(fault.path)}: ${fault.message}`;
}
