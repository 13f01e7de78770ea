const FREE = -1;

/** Numbers pairs of whole numbers from 0, in the order in which they first come. */
export class PairIndex {
  #firsts = new Int32Array(1024);
  #seconds = new Int32Array(1024);
  #numbers = new Int32Array(1024).fill(FREE);
  #size = 0;

  /** How many different pairs came. */
  get size(): number {
    return this.#size;
  }

  /** The number of a pair of non-negative 32-bit numbers. */
  numberOf(first: number, second: number): number {
    const slot = this.#slotOf(first, second);
    const known = this.#numbers[slot] ?? FREE;
    if (known !== FREE) return known;
    this.#put(slot, first, second, this.#size);
    this.#size += 1;
    if (this.#size * 2 > this.#numbers.length) this.#grow();
    return this.#size - 1;
  }

  #put(slot: number, first: number, second: number, number: number): void {
    this.#firsts[slot] = first;
    this.#seconds[slot] = second;
    this.#numbers[slot] = number;
  }

  #slotOf(first: number, second: number): number {
    const mask = this.#numbers.length - 1;
    let hash = Math.imul(first, 0x9e_37_79_b1) + Math.imul(second, 0x85_eb_ca_6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d);
    hash ^= hash >>> 12;
    let slot = hash & mask;
    while (
      this.#numbers[slot] !== FREE &&
      (this.#firsts[slot] !== first || this.#seconds[slot] !== second)
    ) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const [firsts, seconds, numbers] = [this.#firsts, this.#seconds, this.#numbers];
    const slots = numbers.length * 2;
    this.#firsts = new Int32Array(slots);
    this.#seconds = new Int32Array(slots);
    this.#numbers = new Int32Array(slots).fill(FREE);
    for (let at = 0; at < numbers.length; at += 1) {
      const [first = 0, second = 0, number = FREE] = [firsts[at], seconds[at], numbers[at]];
      if (number !== FREE) this.#put(this.#slotOf(first, second), first, second, number);
    }
  }
}
