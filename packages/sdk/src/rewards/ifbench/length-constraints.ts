import { z } from 'zod';
import { compares, count, filled, position, relation } from './arguments.ts';
import { instruction } from './instruction.ts';
import { isBlank, splitBlanks } from './text/blanks.ts';
import { wordCount } from './text/characters.ts';

const nthParagraph = z
  .strictObject({ num_paragraphs: count, nth_paragraph: position, first_word: filled })
  .refine((values) => values.nth_paragraph <= values.num_paragraphs, {
    path: ['nth_paragraph'],
    message: 'there are fewer paragraphs than that',
  });

/** The first word of a paragraph in small letters, up to the first mark in it. */
function firstWord(paragraph: string): string {
  const word = (splitBlanks(paragraph)[0] ?? '').replace(/^'+/, '').replace(/^"+/, '');
  return (/^[^.,?!'"]*/.exec(word)?.[0] ?? '').toLowerCase();
}

/** IFEval's instructions on length. */
export const lengthInstructions = {
  'length_constraints:number_words': instruction(
    z.strictObject({ num_words: count, relation }),
    (response, values) => compares(wordCount(response), values.relation, values.num_words),
  ),
  'length_constraints:number_paragraphs': instruction(
    z.strictObject({ num_paragraphs: count }),
    (response, values) => {
      const paragraphs = response.split('***');
      // Before the first divider and after the last one nothing may stand.
      if (paragraphs.slice(1, -1).some(isBlank)) return false;
      return paragraphs.filter((one) => !isBlank(one)).length === values.num_paragraphs;
    },
  ),
  'length_constraints:nth_paragraph_first_word': instruction(nthParagraph, (response, values) => {
    const paragraphs = response.split('\n\n');
    const filledOnes = paragraphs.filter((paragraph) => !isBlank(paragraph)).length;
    const nth = paragraphs[values.nth_paragraph - 1] ?? '';
    return (
      filledOnes === values.num_paragraphs &&
      !isBlank(nth) &&
      firstWord(nth) === values.first_word.toLowerCase()
    );
  }),
};
