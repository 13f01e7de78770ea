const FREE = -1;

/** Numbers whole numbers from 0 in the order in which they first come; faster than a Map. */
export class KeyIndex {
  readonly #mask: number;
  readonly #keys: Float64Array;
  readonly #numbers: Int32Array;
  #size = 0;

  /** @param capacity how many different keys may come */
  constructor(capacity: number) {
    let slots = 16;
    while (slots < capacity * 2) slots *= 2;
    this.#mask = slots - 1;
    this.#keys = new Float64Array(slots);
    this.#numbers = new Int32Array(slots).fill(FREE);
  }

  /** How many different keys came. */
  get size(): number {
    return this.#size;
  }

  /** The number of a key, up to 2^53. */
  numberOf(key: number): number {
    const slot = this.#slotOf(key);
    const known = this.#numbers[slot] ?? FREE;
    if (known !== FREE) return known;
    this.#keys[slot] = key;
    this.#numbers[slot] = this.#size;
    this.#size += 1;
    return this.#size - 1;
  }

  #slotOf(key: number): number {
    const high = Math.floor(key / 2 ** 32);
    let hash = Math.imul((key % 2 ** 32) ^ Math.imul(high, 0x85_eb_ca_6b), 0x9e_37_79_b1);
    hash ^= hash >>> 15;
    let slot = hash & this.#mask;
    while (this.#numbers[slot] !== FREE && this.#keys[slot] !== key) slot = (slot + 1) & this.#mask;
    return slot;
  }
}
