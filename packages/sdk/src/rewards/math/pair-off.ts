/**
 * Whether each of `count` items can be paired with another of the same count that it equals, none
 * used twice. Equality need not carry over (a number without a unit equals one in any), so a pair
 * may be given up for one that leaves more to others. Asks for each pair once.
 */
export function canPairOff(
  count: number,
  equal: (item: number, other: number) => boolean,
): boolean {
  const known = new Map<number, boolean>();
  const ask = (item: number, other: number): boolean => {
    const key = item * count + other;
    const answer = known.get(key) ?? equal(item, other);
    known.set(key, answer);
    return answer;
  };
  const others = Array.from({ length: count }, (_, at) => at);
  const ownerOf = new Map<number, number>();
  const place = (item: number, seen: Set<number>): boolean => {
    const free = others.find((other) => !ownerOf.has(other) && ask(item, other));
    if (free !== undefined) {
      ownerOf.set(free, item);
      return true;
    }
    return others.some((other) => {
      const owner = ownerOf.get(other);
      if (owner === undefined || seen.has(other) || !ask(item, other)) return false;
      seen.add(other);
      if (!place(owner, seen)) return false;
      ownerOf.set(other, item);
      return true;
    });
  };
  return others.every((item) => place(item, new Set()));
}
