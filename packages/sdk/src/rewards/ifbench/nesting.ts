const CLOSES: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
const CLOSERS = new Set(CLOSES.values());

/**
 * Whether brackets of any kind nest to a depth and one of them closes there. A bracket that closes
 * another kind, or none, starts the count anew.
 */
export function nestsBrackets(text: string, depth: number): boolean {
  let open: string[] = [];
  let deepest = 0;
  for (const [mark] of text.matchAll(/[()[\]{}]/g)) {
    const closer = CLOSES.get(mark);
    if (closer !== undefined) {
      open.push(closer);
      deepest = Math.max(deepest, open.length);
    } else if (CLOSERS.has(mark) && open.at(-1) === mark) {
      open.pop();
      if (deepest >= depth) return true;
    } else {
      open = [];
      deepest = 0;
    }
  }
  return false;
}

/**
 * Whether single and double quotes nest to a depth and close again: a quote that is the last open
 * one closes it, any other opens.
 */
export function nestsQuotes(text: string, depth: number): boolean {
  const open: string[] = [];
  let deepest = 0;
  for (const [mark] of text.matchAll(/["']/g)) {
    if (open.at(-1) === mark) {
      open.pop();
      if (deepest - open.length >= depth) return true;
    } else {
      open.push(mark);
      deepest = Math.max(deepest, open.length);
    }
  }
  return false;
}
