const BRACKET = /[[\]()]/g;
/** The ends of an interval between square brackets, whichever way they open. */
const INTERVAL = /([[\]])([^[\](),;]*[,;][^[\](),;]*)([[\]])/g;

/** Whether every bracket opens before it closes, round or square. */
function isNested(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(BRACKET)) {
    depth += '(['.includes(bracket) ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** A text with the open ends of `]0, 1[` as `(0, 1)`. */
export function withRoundEnds(text: string): string {
  if (!/[[\]]/.test(text) || isNested(text)) return text;
  return text.replaceAll(
    INTERVAL,
    (_, open: string, ends: string, close: string) =>
      `${open === ']' ? '(' : '['}${ends}${close === '[' ? ')' : ']'}`,
  );
}
