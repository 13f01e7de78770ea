/** Characters of a script that ran as often as each other; inner ranges go before outer ones. */
export interface CountedRange {
  startOffset: number;
  endOffset: number;
  count: number;
}

/**
 * How often the code at each position ran: the count of the innermost range around it, 0 without one.
 * Positions are in ascending order; ranges may nest and never cross.
 */
export function countsAt(ranges: readonly CountedRange[], positions: readonly number[]): number[] {
  const sorted = ranges.toSorted(
    (a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset,
  );
  const open: CountedRange[] = [];
  let next = 0;
  return positions.map((position) => {
    for (let range = sorted[next]; range !== undefined; range = sorted[next]) {
      if (range.startOffset > position) break;
      next += 1;
      close(open, range.startOffset);
      const outer = open.at(-1);
      // Of two that are alike the first one counts.
      if (outer === undefined || !isSame(outer, range)) open.push(range);
    }
    close(open, position);
    return open.at(-1)?.count ?? 0;
  });
}

/** Drops the ranges that end before a position. */
function close(open: CountedRange[], position: number): void {
  while ((open.at(-1)?.endOffset ?? Infinity) <= position) open.pop();
}

function isSame(a: CountedRange, b: CountedRange): boolean {
  return a.startOffset === b.startOffset && a.endOffset === b.endOffset;
}
