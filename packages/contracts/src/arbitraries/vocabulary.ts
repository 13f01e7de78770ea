import fc from 'fast-check';
import { drawnFrom } from './drawn-from.ts';
import { listOf } from './list-of.ts';
import { matchingFrame, matchingText, type RegexLiteral } from './matching-text.ts';
import { shrinkingText } from './shrinking-text.ts';

/** String and regular expression literals of the plugin's own source. */
export interface Vocabulary {
  literals: readonly string[];
  regexes: readonly RegexLiteral[];
}

/** The vocabulary of a plugin of which nothing is known. */
export const EMPTY_VOCABULARY: Vocabulary = { literals: [], regexes: [] };

/** What stands before and after an answer, as the plugin looks for it. */
export type AnswerFrame = readonly [before: string, after: string];

const LONGEST_PIECE = 2000;
const PLAIN: readonly string[] = ['', 'a', '1', 'so', 'the answer is', '42', '-3', '1/2', '0.5'];
const GAPS: readonly string[] = [' ', '', '\n', ': ', '\n\n', '. ', ', '];

/**
 * Short texts of words, numbers, the plugin's own literals, and strings that its regular
 * expressions match. Shrinks to the empty text.
 */
export function vocabularyText(vocabulary: Vocabulary): fc.Arbitrary<string> {
  const piece = fc.tuple(fc.constantFrom(...GAPS), vocabularyPiece(vocabulary));
  const texts = listOf(piece, { min: 0, max: 6 }).map((pieces) =>
    pieces.map(([gap, text], at) => (at === 0 ? text : gap + text)).join(''),
  );
  return shrinkingText(texts);
}

/** One word, number, literal or match. */
export function vocabularyPiece(vocabulary: Vocabulary): fc.Arbitrary<string> {
  const literals = shortLiterals(vocabulary);
  const matching = vocabulary.regexes.flatMap((regex) => matchingText(regex) ?? []);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...PLAIN) },
    ...(literals.length === 0 ? [] : [{ weight: 4, arbitrary: drawnFrom(literals) }]),
    ...(matching.length === 0 ? [] : [{ weight: 4, arbitrary: fc.oneof(...matching).map(cut) }]),
  );
}

/**
 * Frames for an answer: what the plugin's regular expressions have around their first group, and
 * its literals before, or around, the answer. Undefined for a vocabulary without any.
 */
export function answerFrame(vocabulary: Vocabulary): fc.Arbitrary<AnswerFrame> | undefined {
  const frames: fc.Arbitrary<AnswerFrame>[] = vocabulary.regexes.flatMap(
    (regex) => matchingFrame(regex) ?? [],
  );
  const literals = shortLiterals(vocabulary);
  if (literals.length > 0) {
    const literal = drawnFrom(literals);
    const gap = fc.constantFrom('', ' ', '\n', ': ');
    frames.push(
      fc
        .tuple(literal, gap, fc.option(literal, { nil: '' }))
        .map(([before, between, after]): AnswerFrame => [before + between, after]),
    );
  }
  return frames.length === 0 ? undefined : fc.oneof(...frames);
}

/** A frame in half of the cases, where there are any. */
export function optionalFrame(vocabulary: Vocabulary): fc.Arbitrary<AnswerFrame | undefined> {
  const frame = answerFrame(vocabulary);
  if (frame === undefined) return fc.constant(undefined);
  return fc.oneof({ withCrossShrink: true }, fc.constant(undefined), frame);
}

function cut(text: string): string {
  return text.slice(0, LONGEST_PIECE);
}

/** Each once, the shortest first, since that is what shrinking tends to. */
function shortLiterals({ literals }: Vocabulary): string[] {
  return [...new Set(literals.map(cut))].sort(
    (left, right) => left.length - right.length || (left < right ? -1 : 1),
  );
}
