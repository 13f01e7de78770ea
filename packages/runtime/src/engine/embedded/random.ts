/** 64 bits as two words. */
export interface Hash {
  readonly high: number;
  readonly low: number;
}

/** Start of a hash chain. */
export const HASH_START: Hash = { high: 0x9e3779b9 | 0, low: 0x7f4a7c15 | 0 };

/** MurmurHash3's finaliser: every input bit reaches every output bit. */
export function mix(word: number): number {
  let bits = word | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

/** Hashes 32-bit integers, their order included. */
export function hashInts(values: ArrayLike<number>, start: Hash = HASH_START): Hash {
  let { high, low } = start;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0;
    high = Math.imul((high << 5) ^ (high >>> 27) ^ value, 0x9e3779b1);
    low = Math.imul(low ^ (value + index), 0x85ebca77) ^ (low >>> 15);
  }
  return { high: mix(high ^ values.length), low: mix(low ^ high) };
}

/** Hashes text by its UTF-16 units. */
export function hashText(text: string, start: Hash = HASH_START): Hash {
  return hashInts(
    Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)),
    start,
  );
}

/** A hash as text: a key of a map. */
export function hashKey({ high, low }: Hash): string {
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0');
}

/** Uniform in [0, 1) from one hash. */
export function unit({ high, low }: Hash): number {
  return ((high >>> 0) * 2 ** 21 + ((low >>> 0) >>> 11)) / 2 ** 53;
}

/** A stream of numbers uniform in [0, 1): sfc32, seeded by a hash. */
export function createRandom(seed: Hash): () => number {
  let a = seed.high;
  let b = seed.low;
  let c = mix(seed.high ^ Math.imul(seed.low, 3));
  let counter = 1;
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 12; round++) next();
  return next;
}
