const OPEN = /<(?:final_)?answer>/gi;
const CLOSE = /<\/(?:final_)?answer>/gi;

/** What stands in the last complete `<answer>` of a text, and what behind it; null without one. */
export function lastAnswerTag(text: string): { content: string; behind: string } | null {
  if (!/<\/(?:final_)?answer>/i.test(text)) return null;
  let close = -1;
  let end = -1;
  for (const match of text.matchAll(CLOSE))
    [close, end] = [match.index, match.index + match[0].length];
  let start = -1;
  for (const match of text.slice(0, close).matchAll(OPEN)) start = match.index + match[0].length;
  const content = start < 0 ? '' : text.slice(start, close);
  return content.trim() === '' ? null : { content, behind: text.slice(end) };
}
