import { trimBlanks } from './text/blanks.ts';
import { trimMarks } from './text/punctuation.ts';

/** Options that are letters: `a), b), c)`. */
const LETTERS = /^[^\p{L}\p{N}_]*[aA][^\p{L}\p{N}_]*[bB][^\p{L}\p{N}_]*[cC]/u;

/** Options as a row lists them: between slashes, else between `or`s, else between commas. */
function splitOptions(options: string): string[] {
  const separator = ['/', 'or'].find((one) => options.includes(one)) ?? ',';
  return options.split(separator).map(trimBlanks);
}

/**
 * Whether a response is one of the options and nothing else: letter by letter where they are
 * letters, otherwise whatever the case and the punctuation around it.
 */
export function choosesOption(response: string, options: string): boolean {
  const all = splitOptions(options);
  if (LETTERS.test(options)) return all.includes(response);
  const plain = (text: string): string => trimMarks(text).toLowerCase();
  return all.some((option) => plain(option) === plain(response));
}
