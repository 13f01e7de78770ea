import { z } from 'zod';
import { compares, count, filled, relation, trimmed } from './arguments.ts';
import { instruction } from './instruction.ts';
import { isWordCharacter } from './text/characters.ts';
import { foldedCodes } from './text/folded.ts';
import { codePoints, countOf, occurrences } from './text/occurrences.ts';

const words = z.array(filled).min(1);
const letter = z.string().regex(/^[A-Za-z]$/, 'one letter from a to z is needed');

const isWordCode = (code: number | undefined): boolean =>
  code !== undefined && isWordCharacter(String.fromCodePoint(code));

/** Whether one side of a place between two characters is a word's and the other is not. */
const isEdge = (codes: Uint32Array, at: number): boolean =>
  isWordCode(codes[at - 1]) !== isWordCode(codes[at]);

/** Whether a word stands in a text with the edge of a word before and after it. */
export function hasWord(codes: Uint32Array, word: string): boolean {
  const wanted = foldedCodes(word);
  for (const start of occurrences(codes, wanted)) {
    if (isEdge(codes, start) && isEdge(codes, start + wanted.length)) return true;
  }
  return false;
}

/** IFEval's instructions on keywords. IFBench takes them for regular expressions; here they are text. */
export const keywordInstructions = {
  'keywords:existence': instruction(z.strictObject({ keywords: words }), (response, values) => {
    const codes = foldedCodes(response);
    return values.keywords.every((word) => !occurrences(codes, foldedCodes(word)).next().done);
  }),
  'keywords:frequency': instruction(
    z.strictObject({ keyword: trimmed, frequency: count, relation }),
    (response, values) => {
      const found = countOf(foldedCodes(response), foldedCodes(values.keyword));
      return compares(found, values.relation, values.frequency);
    },
  ),
  'keywords:forbidden_words': instruction(
    z.strictObject({ forbidden_words: words }),
    (response, values) => {
      const codes = foldedCodes(response);
      return !values.forbidden_words.some((word) => hasWord(codes, word));
    },
  ),
  'keywords:letter_frequency': instruction(
    z.strictObject({ letter, let_frequency: count, let_relation: relation }),
    (response, values) => {
      const wanted = codePoints(values.letter.toLowerCase());
      const found = countOf(codePoints(response.toLowerCase()), wanted);
      return compares(found, values.let_relation, values.let_frequency);
    },
  ),
};
