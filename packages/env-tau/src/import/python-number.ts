import type { PyNumber } from '../python/value.ts';
import { LiteralFault } from './python-string.ts';

/** The longest decimal integer that CPython reads. */
const MAX_DIGITS = 4300;

const DIGITS = '[0-9](?:_?[0-9])*';
const EXPONENT = `[eE][-+]?${DIGITS}`;

/** A number at the place that is looked at; its groups: a float, an integer by its base, or decimal. */
export const NUMBER = new RegExp(
  `((?:${DIGITS})?\\.${DIGITS}(?:${EXPONENT})?|${DIGITS}\\.(?:${EXPONENT})?|${DIGITS}${EXPONENT})` +
    '|(0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+)' +
    '|([1-9](?:_?[0-9])*|0(?:_?0)*)',
  'y',
);

/**
 * The value of a match of {@link NUMBER}: an `int` or a `float`, as Python reads it.
 *
 * @throws LiteralFault for more digits than CPython reads.
 */
export function numberOfMatch(match: RegExpExecArray): PyNumber {
  const [, float, based, decimal] = match.map((part) => part?.replaceAll('_', ''));
  if (float !== undefined) return Number(float);
  const text = based ?? decimal ?? '';
  if (based === undefined && text.length > MAX_DIGITS) {
    throw new LiteralFault(`an integer of more than ${MAX_DIGITS} digits`);
  }
  return BigInt(text);
}
