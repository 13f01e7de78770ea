import { z } from 'zod';
import { count, trimmed } from './arguments.ts';
import { instruction } from './instruction.ts';
import { codePoints, occurrences } from './text/occurrences.ts';
import { isBlankAt } from './text/blanks.ts';

/** How many `[…]` close on the line on which they open. */
function placeholderCount(response: string): number {
  let found = 0;
  for (const line of response.split('\n')) {
    let at = line.indexOf('[');
    while (at >= 0) {
      const close = line.indexOf(']', at);
      if (close < 0) break;
      found += 1;
      at = line.indexOf('[', close);
    }
  }
  return found;
}

/** Whether parts stand in a row somewhere in a text, with one blank at most between them. */
function hasInRow(text: string, parts: readonly string[]): boolean {
  const [head = '', ...rest] = parts;
  for (let from = text.indexOf(head); from >= 0; from = text.indexOf(head, from + 1)) {
    let at = from + head.length;
    const follow = rest.every((part) => {
      if (isBlankAt(text, at)) at += 1;
      const isNext = text.startsWith(part, at);
      at += part.length;
      return isNext;
    });
    if (follow) return true;
  }
  return false;
}

function hasPostscript(text: string, marker: string): boolean {
  if (marker === 'P.P.S') return hasInRow(text, ['p.', 'p.', 's']);
  if (marker === 'P.S.') return hasInRow(text, ['p.', 's.']);
  return !occurrences(codePoints(text), codePoints(marker.toLowerCase())).next().done;
}

/** IFEval's instructions on what a response holds. */
export const contentInstructions = {
  'detectable_content:number_placeholders': instruction(
    z.strictObject({ num_placeholders: count }),
    (response, values) => placeholderCount(response) >= values.num_placeholders,
  ),
  'detectable_content:postscript': instruction(
    z.strictObject({ postscript_marker: trimmed }),
    (response, values) => hasPostscript(response.toLowerCase(), values.postscript_marker),
  ),
};
