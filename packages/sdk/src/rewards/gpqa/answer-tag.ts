const OPEN = /<(?:final_)?answer>/gi;
const CLOSE = /<\/(?:final_)?answer>/gi;

const ADJACENT = /<(?:final_)?answer>([^<]{1,80})<\/(?:final_)?answer>\s{0,4}<(?:final_)?answer>$/i;
const BACK = 200;

/** What stands in the last complete `<answer>` of a text, and what behind it; null without one. */
export function lastAnswerTag(text: string): { content: string; behind: string } | null {
  if (!/<\/(?:final_)?answer>/i.test(text)) return null;
  let close = -1;
  let end = -1;
  for (const match of text.matchAll(CLOSE))
    [close, end] = [match.index, match.index + match[0].length];
  let start = -1;
  for (const match of text.slice(0, close).matchAll(OPEN)) start = match.index + match[0].length;
  // `<answer>A</answer><answer>B</answer>` says both.
  const other =
    start < 0 ? undefined : ADJACENT.exec(text.slice(Math.max(0, start - BACK), start))?.[1];
  const own = start < 0 ? '' : text.slice(start, close);
  const content = other === undefined || other.trim() === own.trim() ? own : `${other} or ${own}`;
  return content.trim() === '' ? null : { content, behind: text.slice(end) };
}
