const WORDS = 624;
const SHIFT = 397;

/**
 * The order that CPython gives `0 .. length - 1` by `random.seed(seed); random.shuffle(list)`.
 *
 * slime shuffles its data set so (slime/utils/data.py), and a run must meet the rows in the same
 * order in both. `seed` is a safe integer; Python ignores its sign.
 */
export function pythonShuffledRange(seed: number, length: number): Uint32Array {
  const next = mersenneTwister(seedWords(seed));
  const order = Uint32Array.from({ length }, (_, at) => at);
  for (let at = length - 1; at > 0; at -= 1) {
    const other = below(at + 1, next);
    const kept = order[at] ?? 0;
    order[at] = order[other] ?? 0;
    order[other] = kept;
  }
  return order;
}

/** `Random._randbelow`: draws of just enough bits until one is small enough. */
function below(limit: number, next: () => number): number {
  const unused = Math.clz32(limit);
  let drawn = next() >>> unused;
  while (drawn >= limit) drawn = next() >>> unused;
  return drawn;
}

function seedWords(seed: number): number[] {
  const size = Math.abs(seed);
  const high = Math.floor(size / 2 ** 32);
  return high === 0 ? [size >>> 0] : [size >>> 0, high];
}

/** MT19937 seeded by an array (Matsumoto and Nishimura), as CPython's `_random` does for ints. */
function mersenneTwister(key: readonly number[]): () => number {
  const state = new Uint32Array(WORDS);
  const word = (at: number): number => state[at % WORDS] ?? 0;
  const mixed = (at: number): number => word(at - 1) ^ (word(at - 1) >>> 30);
  state[0] = 19650218;
  for (let at = 1; at < WORDS; at += 1) state[at] = Math.imul(1812433253, mixed(at)) + at;
  let at = 1;
  const step = (value: number): void => {
    state[at] = value;
    at += 1;
    if (at < WORDS) return;
    state[0] = word(WORDS - 1);
    at = 1;
  };
  for (let turn = 0; turn < WORDS; turn += 1) {
    const j = turn % key.length;
    step((word(at) ^ Math.imul(mixed(at), 1664525)) + (key[j] ?? 0) + j);
  }
  for (let turn = 1; turn < WORDS; turn += 1) {
    step((word(at) ^ Math.imul(mixed(at), 1566083941)) - at);
  }
  state[0] = 0x80000000;

  let used = WORDS;
  return () => {
    if (used === WORDS) {
      for (let i = 0; i < WORDS; i += 1) {
        const pair = (word(i) & 0x80000000) | (word(i + 1) & 0x7fffffff);
        state[i] = word(i + SHIFT) ^ (pair >>> 1) ^ (pair & 1 ? 0x9908b0df : 0);
      }
      used = 0;
    }
    let y = word(used);
    used += 1;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  };
}
