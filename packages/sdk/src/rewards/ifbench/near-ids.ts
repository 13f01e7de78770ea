/** Insertions, deletions and replacements between two short texts. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, left] of a.split('').entries()) {
    const next = [i + 1];
    for (const [j, right] of b.split('').entries()) {
      const replaced = (row[j] ?? 0) + (left === right ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const nameOf = (id: string): string => id.slice(id.indexOf(':') + 1);
const MAX_LENGTH = 100;
const LISTED = 3;

/** The ids nearest to one that there is not: by the whole, or by the name without its group. */
export function nearIds(id: string, known: Iterable<string>): string[] {
  const meant = id.slice(0, MAX_LENGTH);
  return [...known]
    .map((other) => ({
      other,
      distance: Math.min(
        editDistance(meant, other),
        1 + editDistance(nameOf(meant), nameOf(other)),
      ),
    }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, LISTED)
    .map(({ other }) => other);
}
