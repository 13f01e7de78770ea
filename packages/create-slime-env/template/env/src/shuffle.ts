/** Shuffles a copy; the same seed gives the same order everywhere. */
export function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  let state = seed >>> 0;
  const keyed = items.map((item) => {
    // One step of a linear congruential generator; its high bits are its best.
    state = (Math.imul(state ^ 0x9e37_79b9, 1_664_525) + 1_013_904_223) >>> 0;
    return { item, key: state };
  });
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
