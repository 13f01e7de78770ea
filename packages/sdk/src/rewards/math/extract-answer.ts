/** A box that is open: where its content starts, and how deep in groups. */
interface OpenBox {
  readonly start: number;
  readonly depth: number;
}

/** What every box starts with: cheap to look for, since most texts of a flood have none. */
const MARK = /\\f?box/;
const BOX = /(?:boxed|fbox)\s*\{/y;

/** Place just past the brace of the box command whose name starts at `at`, or -1. */
function boxContent(text: string, at: number): number {
  BOX.lastIndex = at;
  return BOX.test(text) ? BOX.lastIndex : -1;
}

/**
 * The content of the last complete box of a text: `\boxed{…}` or `\fbox{…}`, blanks before the
 * brace allowed. Null where there is none.
 *
 * Braces are balanced and escaped ones left out. A box that never closes does not count, so that
 * an answer that was finished is not lost to one that was cut; of boxes inside each other the
 * innermost last one counts. Takes time in proportion to the text.
 */
export function extractAnswer(text: string): string | null {
  const open: OpenBox[] = [];
  let depth = 0;
  let last: { start: number; end: number } | null = null;
  const first = text.search(MARK);
  for (let at = first < 0 ? text.length : first; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') {
      const start = boxContent(text, at + 1);
      if (start < 0) {
        // `\\boxed` is tried again at its second backslash.
        if (text[at + 1] !== '\\' || boxContent(text, at + 2) < 0) at += 1;
        continue;
      }
      depth += 1;
      open.push({ start, depth });
      at = start - 1;
    } else if (character === '{') depth += 1;
    else if (character === '}' && depth > 0) {
      if (open.at(-1)?.depth === depth) {
        const start = open.pop()?.start ?? 0;
        if (last === null || start > last.start) last = { start, end: at };
      }
      depth -= 1;
    }
  }
  return last === null ? null : text.slice(last.start, last.end);
}
