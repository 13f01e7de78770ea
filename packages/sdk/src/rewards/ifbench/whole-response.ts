import { z } from 'zod';
import { filled, noArguments, trimmed } from './arguments.ts';
import { instruction } from './instruction.ts';
import { isBlank, trimBlanks } from './text/blanks.ts';

const DIVIDER = '******';

/** A text without blanks and capitals, for a comparison. */
const plain = (text: string): string => trimBlanks(text).toLowerCase();

function withoutQuotes(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === '"') start += 1;
  while (end > start && text[end - 1] === '"') end -= 1;
  return text.slice(start, end);
}

function areTwo(response: string): boolean {
  const parts = response.split(DIVIDER);
  if (parts.slice(1, -1).some(isBlank)) return false;
  const [first, second, ...more] = parts.filter((part) => !isBlank(part)).map(trimBlanks);
  return first !== undefined && second !== undefined && more.length === 0 && first !== second;
}

/** IFEval's instructions on how a response begins, ends and is made up. */
export const wholeInstructions = {
  'combination:two_responses': instruction(noArguments, areTwo),
  'combination:repeat_prompt': instruction(
    z.strictObject({ prompt_to_repeat: filled }),
    (response, values) => plain(response).startsWith(plain(values.prompt_to_repeat)),
  ),
  'startend:end_checker': instruction(z.strictObject({ end_phrase: trimmed }), (response, values) =>
    withoutQuotes(trimBlanks(response)).toLowerCase().endsWith(values.end_phrase.toLowerCase()),
  ),
  'startend:quotation': instruction(noArguments, (response) => {
    const text = trimBlanks(response);
    return text.length > 1 && text.startsWith('"') && text.endsWith('"');
  }),
  'punctuation:no_comma': instruction(noArguments, (response) => !response.includes(',')),
};
