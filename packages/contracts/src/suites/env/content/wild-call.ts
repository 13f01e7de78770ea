import fc from 'fast-check';
import type { JsonValue } from 'slime-sdk';
import { jsonValue } from '../../../arbitraries/json-value.ts';
import { wrapCall } from '../../../arbitraries/write-call.ts';
import type { Vocabulary } from '../../../arbitraries/vocabulary.ts';

const NAMES: readonly string[] = [
  'search',
  'respond',
  'a',
  '',
  '1',
  '0',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'then',
];

const IDENTIFIER = /^[A-Za-z_][\w.-]{0,60}$/;

/** Literals of the plugin's source that may be names of its tools and their arguments. */
export function namesOf({ literals }: Vocabulary): string[] {
  return literals.filter((literal) => IDENTIFIER.test(literal));
}

/**
 * Calls as no schema allows them: names of prototypes and of nothing, arguments that are lists,
 * texts, numbers, nested or missing, other keys than `name` and `arguments`. In Qwen's format,
 * whatever parser the run has: an env that reads text itself finds them too.
 */
export function wildCall(vocabulary: Vocabulary): fc.Arbitrary<string> {
  const name = fc.constantFrom(...new Set([...namesOf(vocabulary), ...NAMES]));
  const anyName = fc.oneof(
    { weight: 6, arbitrary: name },
    { weight: 1, arbitrary: jsonValue({ depth: 0 }) },
  );
  const shape = fc.constantFrom(...SHAPES);
  return fc
    .tuple(anyName, jsonValue({ depth: 2 }), shape)
    .map(([called, given, write]) => wrapCall(write(called, given)));
}

const SHAPES: readonly ((name: JsonValue, given: JsonValue) => string)[] = [
  (name, given) => JSON.stringify({ name, arguments: given }),
  (name, given) => JSON.stringify({ name, arguments: { a: given } }),
  (name, given) => JSON.stringify({ name, arguments: [given] }),
  (name, given) => JSON.stringify({ name, arguments: JSON.stringify({ a: given }) }),
  (name, given) => JSON.stringify({ name, arguments: JSON.stringify(given) }),
  (name, given) => JSON.stringify({ name, parameters: given }),
  (name) => JSON.stringify({ name }),
  (name) => JSON.stringify({ name, arguments: null }),
  (name, given) => JSON.stringify({ name, arguments: { name, arguments: given } }),
  (name, given) => JSON.stringify({ function: name, arguments: given }),
  (name, given) => JSON.stringify({ function: { name, arguments: given } }),
  (name, given) => JSON.stringify({ tool_name: name, parameters: given }),
  (name, given) => JSON.stringify([{ name, arguments: given }, 1, null]),
  (_, given) => JSON.stringify(given),
];
