import { escapeRegExp } from './added-tokens.ts';
import { type PropertyMode, splitPattern } from './split-pattern.ts';

/** What a splitting step looks for: an Oniguruma pattern, or a text as it is. */
export type SplitSource = { readonly regex: string } | { readonly text: string };

/** One splitting step, for each way that Unicode properties can be written. */
export type SplitRule = Readonly<Record<PropertyMode, RegExp>>;

/** @throws TokenizerError for a pattern whose meaning could differ */
export function splitRule(source: SplitSource): SplitRule {
  if ('regex' in source) {
    return {
      ascii: splitPattern(source.regex, 'ascii'),
      native: splitPattern(source.regex, 'native'),
      table: splitPattern(source.regex, 'table'),
    };
  }
  const literal = escapeRegExp(source.text);
  return {
    ascii: new RegExp(literal, 'g'),
    native: new RegExp(literal, 'gu'),
    table: new RegExp(literal, 'gu'),
  };
}
