import { escapeRegExp } from './added-tokens.ts';
import { type PropertyMode, splitPattern } from './split-pattern.ts';

/** What a splitting step looks for: an Oniguruma pattern, or a text as it is. */
export type SplitSource = { readonly regex: string } | { readonly text: string };

/** Finds pieces of a text. */
export interface PieceFinder {
  /** The piece that begins where the last one ended: all that the usual patterns need. */
  readonly here: RegExp;
  /** The next piece, over what belongs to none. */
  readonly next: RegExp;
}

/** One splitting step, for each way that Unicode properties can be written. */
export type SplitRule = Readonly<Record<PropertyMode, PieceFinder>>;

/** @throws TokenizerError for a pattern whose meaning could differ */
export function splitRule(source: SplitSource): SplitRule {
  if ('regex' in source) {
    return {
      ascii: pieceFinder(splitPattern(source.regex, 'ascii')),
      native: pieceFinder(splitPattern(source.regex, 'native')),
      table: pieceFinder(splitPattern(source.regex, 'table')),
    };
  }
  const literal = escapeRegExp(source.text);
  return {
    ascii: pieceFinder(new RegExp(literal, 'g')),
    native: pieceFinder(new RegExp(literal, 'gu')),
    table: pieceFinder(new RegExp(literal, 'gu')),
  };
}

function pieceFinder(next: RegExp): PieceFinder {
  return { next, here: new RegExp(next.source, next.flags.replace('g', 'y')) };
}
