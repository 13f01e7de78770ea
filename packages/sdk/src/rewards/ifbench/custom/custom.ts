import { anyArguments } from '../arguments.ts';
import { instruction } from '../instruction.ts';
import { splitBlanks } from '../text/blanks.ts';
import { withoutMarks } from '../text/punctuation.ts';
import { csvInstructions } from './csv.ts';
import { areDates } from './dates.ts';
import { listsCapitals, listsCountries } from './places.ts';
import { areQuestions } from './questions.ts';

const MULTIPLES = ['14', '21', '28', '35', '42', '49'];

/** Whether the numbers of a text are the multiples of seven from 10 to 50, in order. */
function countsSevens(response: string): boolean {
  let found = 0;
  for (const [number] of response.matchAll(/\p{Nd}+/gu)) {
    if (number !== MULTIPLES[found]) return false;
    found += 1;
  }
  return found === MULTIPLES.length;
}

/** Without punctuation a text is one sentence, so that only its words are to be looked at. */
function namesEagleBackwards(response: string): boolean {
  const words = splitBlanks(withoutMarks(response.toLowerCase()));
  return words.some((word, at) => word.startsWith('eagle') && words[at + 1]?.endsWith('bald'));
}

/** Instructions of IFBench that ask for one certain thing; arguments of a row are not looked at. */
export const customInstructions = {
  ...csvInstructions,
  'custom:multiples': instruction(anyArguments, countsSevens),
  'custom:mcq_count_length': instruction(anyArguments, areQuestions),
  'custom:reverse_newline': instruction(anyArguments, listsCountries),
  'custom:word_reverse': instruction(anyArguments, namesEagleBackwards),
  'custom:character_reverse': instruction(anyArguments, (response) =>
    response.toLowerCase().includes('elgae dlab'),
  ),
  'custom:european_capitals_sort': instruction(anyArguments, listsCapitals),
  'custom:date_format_list': instruction(anyArguments, areDates),
};
