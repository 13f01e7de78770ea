import { isSlimeError, type ParsedCall } from 'slime-sdk';
import { parseJson } from '../python/parse-json.ts';
import type { PyDict, PyValue } from '../python/value.ts';

/** Undefined for a text that is no JSON. */
export function readJson(text: string, name: string): PyValue | undefined {
  try {
    return parseJson(text, name);
  } catch (error) {
    if (isSlimeError(error) && error.code === 'SLIME_DATA') return undefined;
    throw error;
  }
}

/**
 * The arguments of a call that was read but for its numbers: JavaScript's hold no integer beyond
 * 2^53 - 1 and no `1E400`, Python's do, and so do ours.
 *
 * @returns undefined where the call is at fault otherwise.
 */
export function exactArguments({ name, raw }: ParsedCall): PyDict | undefined {
  // A call whose form is wrong has no name.
  if (name === '') return undefined;
  const call = readJson(raw, 'the call');
  if (!(call instanceof Map)) return undefined;
  const parameters = call.get('parameters') ?? null;
  const isGiven = parameters !== null && !(parameters instanceof Map && parameters.size === 0);
  const given = isGiven ? parameters : call.get('arguments');
  return given instanceof Map ? given : undefined;
}
