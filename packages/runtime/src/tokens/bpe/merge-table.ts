const NO_RANK = 0x7fffffff;

/** Merge rules by the pair of ids they join: an open-addressing hash table of integers. */
export class MergeTable {
  /** What {@link rank} gives for a pair that no rule joins. */
  static readonly none = NO_RANK;

  readonly #mask: number;
  readonly #left: Int32Array;
  readonly #right: Int32Array;
  readonly #rank: Int32Array;
  readonly #merged: Int32Array;

  constructor(rules: number) {
    let capacity = 16;
    while (capacity < rules * 3) capacity *= 2;
    this.#mask = capacity - 1;
    this.#left = new Int32Array(capacity).fill(-1);
    this.#right = new Int32Array(capacity);
    this.#rank = new Int32Array(capacity);
    this.#merged = new Int32Array(capacity);
  }

  /** Adds a rule; a later rule for the same pair replaces an earlier one, as in the crate. */
  add(left: number, right: number, rank: number, merged: number): void {
    let slot = this.#hash(left, right);
    while (this.#left[slot] !== -1) {
      if (this.#left[slot] === left && this.#right[slot] === right) break;
      slot = (slot + 1) & this.#mask;
    }
    this.#left[slot] = left;
    this.#right[slot] = right;
    this.#rank[slot] = rank;
    this.#merged[slot] = merged;
  }

  /** Where the rule of a pair is, or -1. */
  find(left: number, right: number): number {
    const lefts = this.#left;
    const rights = this.#right;
    let slot = this.#hash(left, right);
    for (;;) {
      const found = lefts[slot];
      if (found === left && rights[slot] === right) return slot;
      if (found === -1) return -1;
      slot = (slot + 1) & this.#mask;
    }
  }

  rankAt(slot: number): number {
    return slot < 0 ? NO_RANK : (this.#rank[slot] ?? NO_RANK);
  }

  mergedAt(slot: number): number {
    return this.#merged[slot] ?? -1;
  }

  #hash(left: number, right: number): number {
    const mixed = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca77);
    return (mixed ^ (mixed >>> 15)) & this.#mask;
  }
}
