import { parseExactJson } from '../exact-json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { skipPythonSpace } from './python-strip.ts';
import { scanJson } from './scan-json.ts';

/** Arguments of a call, or why there are none. */
export type ReadArguments = { arguments: JsonObject } | { arguments: undefined; error: string };

/** Arguments in a text, and how far it was read for certain: an end is looked for behind that. */
export interface ScannedArguments {
  read: ReadArguments;
  sure: number;
}

/** @param lost why a number in them would not be the one that was written */
export function readArguments(given: JsonValue, lost: string | undefined): ReadArguments {
  if (!isObject(given)) {
    return noArguments(`"arguments" must be a JSON object, not ${describe(given)}`);
  }
  return lost === undefined ? { arguments: given } : noArguments(`"arguments": ${lost}`);
}

/**
 * Reads the JSON object that starts at `from`; what follows it, white space aside, must be an end.
 *
 * @param refuseEnd says what is wrong with what follows, if anything
 */
export function scanArguments(
  text: string,
  from: number,
  refuseEnd: (at: number) => string | undefined,
): ScannedArguments {
  const start = skipPythonSpace(text, from);
  const scan = scanJson(text, start);
  if (!scan.ok) {
    const error = `not valid JSON at character ${scan.at - from}: ${scan.problem}`;
    return { read: noArguments(error), sure: scan.sure };
  }
  const refusal = refuseEnd(skipPythonSpace(text, scan.end));
  const read =
    refusal === undefined
      ? readArguments(parseExactJson(text.slice(start, scan.end)), scan.lost)
      : noArguments(refusal);
  return { read, sure: scan.end };
}

/** Says why there are none. */
export function noArguments(error: string): ReadArguments {
  return { arguments: undefined, error };
}

export function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a value is, in words, without the value. */
export function describe(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
