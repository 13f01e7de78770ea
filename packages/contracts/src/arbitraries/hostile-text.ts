import fc from 'fast-check';
import { type CompactText, expandText } from './compact-text.ts';
import { HOSTILE_PIECES, LONG_UNITS } from './hostile-pieces.ts';
import { listOf } from './list-of.ts';
import { shrinkingText } from './shrinking-text.ts';

/** What {@link hostileText} may give. */
export interface HostileTextOptions {
  /** Most UTF-16 units of the longest texts. Default 1,000,000; 1 text in 500 may be that long. */
  longest?: number;
}

/**
 * Texts that break careless code: empty and blank, control characters, lone surrogates, scripts
 * that run from right to left, special tokens and forged turns, broken JSON, markup and formulas,
 * names of prototypes, and very long ones. Shrinks to short plain text.
 */
export function hostileText(options: HostileTextOptions = {}): fc.Arbitrary<string> {
  return compactHostileText(options).map(expandText);
}

/** The same in the form that reports print: a long text is `{ repeat, times }`. */
export function compactHostileText({
  longest = 1_000_000,
}: HostileTextOptions = {}): fc.Arbitrary<CompactText> {
  const piece = fc.constantFrom(...HOSTILE_PIECES);
  const short = fc.oneof(
    { weight: 4, arbitrary: listOf(piece, { min: 0, max: 5 }).map((pieces) => pieces.join('')) },
    { weight: 4, arbitrary: piece },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  );
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 490, arbitrary: shrinkingText(short) },
    { weight: 9, arbitrary: repeated(Math.min(longest, 10_000)) },
    { weight: 1, arbitrary: repeated(longest) },
  );
}

function repeated(longest: number): fc.Arbitrary<CompactText> {
  return fc
    .tuple(fc.constantFrom(...LONG_UNITS), fc.noBias(fc.integer({ min: 1, max: longest })))
    .map(([repeat, length]) => ({ repeat, times: Math.ceil(length / repeat.length) }));
}
