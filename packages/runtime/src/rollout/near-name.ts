/** Most letters that a slip of the keys puts wrong; less in short names. */
const MOST_WRONG = 2;

/** The name that a misspelt one was meant to be; null when none is near. */
export function nearName(given: string, names: readonly string[]): string | null {
  const near = names
    .map((name) => ({ name, wrong: lettersWrong(given, name) }))
    .filter(({ name, wrong }) => wrong <= Math.min(MOST_WRONG, name.length / 3))
    .sort((a, b) => a.wrong - b.wrong);
  return near[0]?.name ?? null;
}

/** Letters to put in, take out, replace or swap with the next, to make one of the other. */
function lettersWrong(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  const read = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = read(i - 1, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(
        Math.min(
          read(i - 1, j) + 1,
          read(i, j - 1) + 1,
          replaced,
          isSwap ? read(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return read(from.length, to.length);
}
