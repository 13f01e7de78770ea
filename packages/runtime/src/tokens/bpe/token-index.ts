import type { TokenTable } from './token-bytes.ts';

/** Ids of tokens by their bytes: an open-addressing hash table in shared memory. */
export class TokenIndex {
  readonly slots: Int32Array;
  readonly #table: TokenTable;
  readonly #longest: number;

  /** @param slots of another index of these tokens */
  constructor(table: TokenTable, slots: Int32Array) {
    this.#table = table;
    this.slots = slots;
    let longest = 0;
    for (const id of slots) if (id >= 0) longest = Math.max(longest, this.#lengthOf(id));
    this.#longest = longest;
  }

  /** Makes the index of some ids. */
  static of(table: TokenTable, ids: readonly number[]): TokenIndex {
    let capacity = 16;
    while (capacity < ids.length * 2) capacity *= 2;
    const slots = new Int32Array(
      new SharedArrayBuffer(capacity * Int32Array.BYTES_PER_ELEMENT),
    ).fill(-1);
    const { bytes, starts } = table;
    for (const id of ids) {
      const start = starts[id] ?? 0;
      const token = bytes.subarray(start, starts[id + 1] ?? start);
      let slot = hash(token, token.length) & (capacity - 1);
      while ((slots[slot] ?? -1) >= 0) slot = (slot + 1) & (capacity - 1);
      slots[slot] = id;
    }
    return new TokenIndex(table, slots);
  }

  /** The id of the token that is the first `length` bytes, or -1. */
  find(bytes: Uint8Array, length: number): number {
    if (length > this.#longest) return -1;
    const mask = this.slots.length - 1;
    let slot = hash(bytes, length) & mask;
    for (;;) {
      const id = this.slots[slot] ?? -1;
      if (id < 0 || this.#equals(id, bytes, length)) return id;
      slot = (slot + 1) & mask;
    }
  }

  #lengthOf(id: number): number {
    return (this.#table.starts[id + 1] ?? 0) - (this.#table.starts[id] ?? 0);
  }

  #equals(id: number, bytes: Uint8Array, length: number): boolean {
    if (this.#lengthOf(id) !== length) return false;
    const start = this.#table.starts[id] ?? 0;
    for (let index = 0; index < length; index += 1) {
      if (this.#table.bytes[start + index] !== bytes[index]) return false;
    }
    return true;
  }
}

/** FNV-1a, mixed once more: its low bits alone depend on few bytes. */
function hash(bytes: Uint8Array, length: number): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < length; index += 1) {
    value = Math.imul(value ^ (bytes[index] ?? 0), 0x01000193);
  }
  return value ^ (value >>> 15);
}
