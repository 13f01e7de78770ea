import { type Hash, mix } from './random.ts';

/** A power of two: values are picked by the low bits of a hash. */
const VALUES = 4096;

/**
 * Log-probs as an engine prints them: float32 values, written as doubles. They are picked from a
 * table, so that a reply of thousands of tokens formats no number.
 */
const printed = Array.from({ length: VALUES }, (_, index) =>
  String(Math.fround(0.35 * Math.log((index + 0.5) / VALUES))),
);

/** The log-prob of an id at a position of a reply, as JSON text; always below 0. */
export function printLogprob(identity: Hash, position: number, id: number): string {
  const word = identity.high ^ Math.imul(position + 1, 0x9e3779b1) ^ Math.imul(id + 1, 0x85ebca6b);
  return printed[mix(word) & (VALUES - 1)] ?? 'null';
}

/** A log-prob that a policy gave; what JSON cannot hold becomes null, as in SGLang. */
export function printGivenLogprob(value: number): string {
  return Number.isFinite(value) ? String(value) : 'null';
}
