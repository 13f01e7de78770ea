/** A place where two sequences differ: ranges, the ends exclusive. One of them may be empty. */
export interface Difference {
  readonly stored: readonly [from: number, to: number];
  readonly rendered: readonly [from: number, to: number];
}

/** So many equal ids in a row mean that two sequences go on together. */
const RUN = 6;

/**
 * Where two sequences of ids differ. Behind a difference they are taken up again at the nearest
 * place where a few ids in a row are equal, so that a long stretch that only one of them has costs
 * no more than reading it.
 */
export function diffIds(stored: ArrayLike<number>, rendered: ArrayLike<number>): Difference[] {
  const places = new Map<string, number[]>();
  for (let at = 0; at + RUN <= rendered.length; at += 1) {
    const key = keyAt(rendered, at);
    const known = places.get(key);
    if (known === undefined) places.set(key, [at]);
    else known.push(at);
  }
  let [storedEnd, renderedEnd] = [stored.length, rendered.length];
  const differences: Difference[] = [];
  let [left, right] = [0, 0];
  for (;;) {
    while (left < storedEnd && right < renderedEnd && stored[left] === rendered[right]) {
      left += 1;
      right += 1;
    }
    if (left === storedEnd && right === renderedEnd) return differences;
    const next = resume(stored, places, left, right);
    if (next === undefined) {
      while (storedEnd > left && renderedEnd > right && isSame(storedEnd - 1, renderedEnd - 1)) {
        storedEnd -= 1;
        renderedEnd -= 1;
      }
      differences.push({ stored: [left, storedEnd], rendered: [right, renderedEnd] });
      return differences;
    }
    differences.push({ stored: [left, next.stored], rendered: [right, next.rendered] });
    left = next.stored;
    right = next.rendered;
  }

  function isSame(one: number, other: number): boolean {
    return stored[one] === rendered[other];
  }
}

/** The nearest pair of places, both sequences taken together, where they go on alike. */
function resume(
  stored: ArrayLike<number>,
  places: ReadonlyMap<string, readonly number[]>,
  left: number,
  right: number,
): { stored: number; rendered: number } | undefined {
  let best: { stored: number; rendered: number; cost: number } | undefined;
  for (let at = left; at + RUN <= stored.length; at += 1) {
    if (best !== undefined && at - left >= best.cost) break;
    const found = firstFrom(places.get(keyAt(stored, at)) ?? [], right);
    if (found === undefined) continue;
    const cost = at - left + (found - right);
    if (best === undefined || cost < best.cost) best = { stored: at, rendered: found, cost };
  }
  return best;
}

function firstFrom(ascending: readonly number[], from: number): number | undefined {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return ascending[low];
}

function keyAt(ids: ArrayLike<number>, at: number): string {
  let key = '';
  for (let offset = 0; offset < RUN; offset += 1) key += `${ids[at + offset]},`;
  return key;
}
