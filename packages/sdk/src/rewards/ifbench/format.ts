import { z } from 'zod';
import { filled, noArguments } from './arguments.ts';
import { instruction } from './instruction.ts';
import { nestsBrackets, nestsQuotes } from './nesting.ts';
import { choosesOption } from './options.ts';
import { isBlank, isBlankAt, splitBlanks, trimBlanks } from './text/blanks.ts';
import { codePoints, countOf } from './text/occurrences.ts';
import { withoutMarks } from './text/punctuation.ts';

const [BRACKETS, QUOTES] = [5, 3];
const TEMPLATE = ['My Answer:', 'My Conclusion:', 'Future Outlook:'];
const OPEN_ITALICS = ['<i>', '<em>'];
const CLOSE_ITALICS = ['</i>', '</em>'];

function isStairs(response: string): boolean {
  const indents = response
    .split('\n')
    .filter((line) => !isBlank(line))
    .map((line) => /^ */.exec(line)?.[0].length ?? 0);
  return indents.every((indent, at) => at === 0 || indent > (indents[at - 1] ?? 0));
}

/** Whether no quote follows another at once, and the text does not end with one. */
function explainsQuotes(response: string): boolean {
  const text = splitBlanks(response.replaceAll(`'"'`, '')).join('');
  if (text.includes('""')) return false;
  let end = text.length;
  while (end > 0 && isDigitOrMark(text.charCodeAt(end - 1))) end -= 1;
  return text[end - 1] !== '"';
}

/** ASCII digits and punctuation, but not the quote that is looked for. */
const isDigitOrMark = (code: number): boolean =>
  code > 32 && code < 127 && code !== 34 && !isLetter(code);

const isLetter = (code: number): boolean =>
  (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** The first of some tags that a text has, with its place. */
function findTag(text: string, tags: readonly string[]): { at: number; end: number } | null {
  for (const tag of tags) {
    const at = text.indexOf(tag);
    if (at >= 0) return { at, end: at + tag.length };
  }
  return null;
}

/** Whether a text in italics is not empty and is followed by more. */
function hasThesis(response: string): boolean {
  const open = findTag(response, OPEN_ITALICS);
  if (open === null) return false;
  const rest = response.slice(open.end);
  const close = findTag(rest, CLOSE_ITALICS);
  return close !== null && !isBlank(rest.slice(0, close.at)) && !isBlank(rest.slice(close.end));
}

/** Whether there are bullets, and each has a sub-bullet before the next one. */
function hasSubBullets(response: string): boolean {
  const bullets = response.split('*').slice(1);
  // IFBench pays for a text without a bullet.
  return bullets.length > 0 && bullets.every((bullet) => bullet.includes('-'));
}

function hasWordALine(response: string): boolean {
  const text = trimBlanks(withoutMarks(response));
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.length === splitBlanks(text).length;
}

function hasNoBlank(response: string): boolean {
  for (let at = 0; at < response.length; at += 1) if (isBlankAt(response, at)) return false;
  return true;
}

/** Instructions of IFBench on the form of a response. */
export const shapeInstructions = {
  'format:parentheses': instruction(noArguments, (response) => nestsBrackets(response, BRACKETS)),
  'format:quotes': instruction(noArguments, (response) => nestsQuotes(response, QUOTES)),
  'format:options': instruction(z.strictObject({ options: filled }), (response, { options }) =>
    choosesOption(response, options),
  ),
  'format:newline': instruction(noArguments, hasWordALine),
  'format:line_indent': instruction(noArguments, isStairs),
  'format:quote_unquote': instruction(noArguments, explainsQuotes),
  'format:list': instruction(
    z.strictObject({ sep: filled }),
    (response, { sep }) => countOf(codePoints(response), codePoints(sep)) >= 2,
  ),
  'format:thesis': instruction(noArguments, hasThesis),
  'format:sub-bullets': instruction(noArguments, hasSubBullets),
  'format:output_template': instruction(noArguments, (response) =>
    TEMPLATE.every((part) => response.includes(part)),
  ),
  'format:no_whitespace': instruction(noArguments, hasNoBlank),
};
