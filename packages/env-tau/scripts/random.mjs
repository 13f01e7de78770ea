/**
 * Choices that are the same for the same seed: mulberry32.
 *
 * @param {number} seed
 */
export function createRandom(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const used = new Set();
  /** A whole number from `from` to `to`, both included. */
  const whole = (from, to) => from + Math.floor(next() * (to - from + 1));
  const pick = (list) => list[whole(0, list.length - 1)];
  /** The list in another order. */
  const shuffle = (list) => {
    const rest = [...list];
    return list.map(() => rest.splice(whole(0, rest.length - 1), 1)[0]);
  };
  /** So many digits as a text that was not given before. */
  const digits = (count) => {
    for (;;) {
      const text = String(whole(10 ** (count - 1), 10 ** count - 1));
      if (used.has(text)) continue;
      used.add(text);
      return text;
    }
  };
  /** A reservation's id that was not given before. */
  const code = () => {
    for (;;) {
      const text = Array.from({ length: 6 }, () => pick('ABCDEFGHJKLMNPQRSTUVWXYZ23456789')).join(
        '',
      );
      if (used.has(text)) continue;
      used.add(text);
      return text;
    }
  };
  return { whole, pick, shuffle, digits, code };
}
