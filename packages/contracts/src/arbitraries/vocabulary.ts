import fc from 'fast-check';
import { matchingText } from './matching-text.ts';

/** String and regular expression literals of the plugin's own source. */
export interface Vocabulary {
  literals: readonly string[];
  regexes: readonly { source: string; flags: string }[];
}

/** The vocabulary of a plugin of which nothing is known. */
export const EMPTY_VOCABULARY: Vocabulary = { literals: [], regexes: [] };

const LONGEST_LITERAL = 2000;
const PLAIN: readonly string[] = ['', 'a', '1', 'so', 'the answer is', '42', '-3', '1/2', '0.5'];
const GAPS: readonly string[] = [' ', '', '\n', ': ', '\n\n', '. ', ', '];

/**
 * Short texts of words, numbers, the plugin's own literals, and strings that its regular
 * expressions match. Shrinks to the empty text.
 */
export function vocabularyText(vocabulary: Vocabulary): fc.Arbitrary<string> {
  const piece = fc.tuple(fc.constantFrom(...GAPS), vocabularyPiece(vocabulary));
  return fc
    .array(piece, { maxLength: 6 })
    .map((pieces) => pieces.map(([gap, text], at) => (at === 0 ? text : gap + text)).join(''));
}

/** One word, number, literal or match. */
export function vocabularyPiece({ literals, regexes }: Vocabulary): fc.Arbitrary<string> {
  const plain = fc.constantFrom(...PLAIN);
  const known = [...new Set(literals.map((literal) => literal.slice(0, LONGEST_LITERAL)))].sort(
    compareTexts,
  );
  const matching = regexes.flatMap((regex) => matchingText(regex) ?? []);
  return fc.oneof(
    { weight: 3, arbitrary: plain },
    ...(known.length === 0 ? [] : [{ weight: 4, arbitrary: fc.constantFrom(...known) }]),
    ...(matching.length === 0 ? [] : [{ weight: 4, arbitrary: fc.oneof(...matching) }]),
  );
}

/** The shortest first, since that is what shrinking tends to. */
function compareTexts(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : 1);
}
