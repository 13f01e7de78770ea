import { formatPath } from 'slime-sdk';
import { describeValue } from './describe-thrown.ts';

/** What is wrong with a value that a plugin gave, and where in it. */
export class ResultFault extends Error {
  /** The same for a sentence that speaks of the result already. */
  readonly inResult: string;

  constructor(path: readonly PropertyKey[], message: string) {
    super(`${path.length === 0 ? 'its result' : formatPath(path)}: ${message}`);
    this.name = 'ResultFault';
    this.inResult = path.length === 0 ? message : this.message;
  }
}

/** A fault of a value of the wrong kind: `must be a boolean, not the string 'yes'`. */
export function mustBe(
  expected: string,
  value: unknown,
  path: readonly PropertyKey[],
): ResultFault {
  return new ResultFault(path, `must be ${expected}, not ${describeValue(value)}`);
}

/**
 * Reads a value as a plain object that has no keys but these.
 *
 * @throws ResultFault
 */
export function readObject(
  value: unknown,
  known: ReadonlySet<string>,
  path: readonly PropertyKey[],
): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw mustBe(`an object { ${[...known].join(', ')} }`, value, path);
  for (const key in value) {
    if (!known.has(key)) {
      throw new ResultFault([...path, key], `no such field; there are ${[...known].join(', ')}`);
    }
  }
  return value;
}

/** Whether a value is an object and no array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
