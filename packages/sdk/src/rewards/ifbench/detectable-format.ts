import { z } from 'zod';
import { count, noArguments, trimmed } from './arguments.ts';
import { instruction } from './instruction.ts';
import { isBlank, isBlankAt, trimBlanks, trimBlanksStart } from './text/blanks.ts';
import { codePoints, occurrences } from './text/occurrences.ts';

const ANSWERS = ['My answer is yes.', 'My answer is no.', 'My answer is maybe.'];
const FENCES = ['```json', '```Json', '```JSON', '```'];
const DIGIT = /\p{Nd}/u;

/**
 * Lines that begin with a `-`, or with one `*`. A `*` alone on its line takes the next line with it,
 * since what follows it may be a line end.
 */
function bulletCount(response: string): number {
  const lines = response.split('\n').map(trimBlanksStart);
  const dashes = lines.filter((line) => line.startsWith('-')).length;
  let stars = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (!line.startsWith('*') || line.startsWith('**')) continue;
    const isAlone = line === '*';
    if (isAlone && at === lines.length - 1) continue;
    stars += 1;
    if (isAlone) at += 1;
  }
  return dashes + stars;
}

/** How many `*…*` and `**…**` on one line hold more than blanks. */
function highlightCount(response: string): number {
  let found = 0;
  for (const [text] of response.matchAll(/\*[^\n*]*\*/g)) {
    if (!isBlank(text.slice(1, -1))) found += 1;
  }
  for (const [text] of response.matchAll(/\*\*[^\n*]*\*\*/g)) {
    if (!isBlank(text.slice(2, -2))) found += 1;
  }
  return found;
}

/** How often a word is followed by a number. */
function sectionCount(response: string, splitter: string): number {
  const source = codePoints(response);
  const wanted = codePoints(splitter);
  let [sections, free] = [0, 0];
  for (const start of occurrences(source, wanted)) {
    if (start < free) continue;
    let end = start + wanted.length;
    if (isBlankAt(String.fromCodePoint(source[end] ?? 0), 0)) end += 1;
    const from = end;
    while (isDigit(source[end])) end += 1;
    if (end === from) continue;
    sections += 1;
    free = end;
  }
  return sections;
}

const isDigit = (code: number | undefined): boolean =>
  code !== undefined && DIGIT.test(String.fromCodePoint(code));

/** The text inside a fence of Markdown, if it is in one. */
function unfenced(response: string): string {
  let text = trimBlanks(response);
  for (const fence of FENCES) if (text.startsWith(fence)) text = text.slice(fence.length);
  return trimBlanks(text.endsWith('```') ? text.slice(0, -3) : text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Whether a line holds `<<…>>` with more than blanks and further brackets inside. */
function hasTitle(line: string): boolean {
  const start = line.indexOf('<<');
  const end = line.lastIndexOf('>>');
  if (start < 0 || end < start + 3) return false;
  let [from, to] = [start, end + 2];
  while (line[from] === '<') from += 1;
  while (to > from && line[to - 1] === '>') to -= 1;
  return !isBlank(line.slice(from, to));
}

/** IFEval's instructions on the form of a response. */
export const formatInstructions = {
  'detectable_format:number_bullet_lists': instruction(
    z.strictObject({ num_bullets: count }),
    (response, values) => bulletCount(response) === values.num_bullets,
  ),
  'detectable_format:constrained_response': instruction(noArguments, (response) =>
    ANSWERS.some((answer) => response.includes(answer)),
  ),
  'detectable_format:number_highlighted_sections': instruction(
    z.strictObject({ num_highlights: count }),
    (response, values) => highlightCount(response) >= values.num_highlights,
  ),
  'detectable_format:multiple_sections': instruction(
    z.strictObject({ section_spliter: trimmed, num_sections: count }),
    (response, values) => sectionCount(response, values.section_spliter) >= values.num_sections,
  ),
  'detectable_format:json_format': instruction(noArguments, (response) =>
    isJson(unfenced(response)),
  ),
  'detectable_format:title': instruction(noArguments, (response) =>
    response.split('\n').some(hasTitle),
  ),
};
