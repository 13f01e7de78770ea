/** Integers of one rule: left id, right id, rank, merged id. */
const CELL = 4;

/**
 * Merge rules by the pair of ids they join: an open-addressing hash table of integers, one rule
 * beside the other in shared memory.
 */
export class MergeTable {
  /** The rank of a pair that no rule joins. */
  static readonly none = 0x7fffffff;

  readonly cells: Int32Array;
  readonly #mask: number;

  /** @param cells of another table of these rules */
  constructor(cells: Int32Array) {
    this.cells = cells;
    this.#mask = cells.length / CELL - 1;
  }

  static withRoomFor(rules: number): MergeTable {
    let capacity = 16;
    while (capacity < rules * 3) capacity *= 2;
    const cells = new Int32Array(
      new SharedArrayBuffer(capacity * CELL * Int32Array.BYTES_PER_ELEMENT),
    );
    return new MergeTable(cells.fill(-1));
  }

  /** Adds a rule; a later rule for the same pair replaces an earlier one, as in the crate. */
  add(left: number, right: number, rank: number, merged: number): void {
    const { cells } = this;
    let slot = this.#hash(left, right);
    while (cells[slot * CELL] !== -1) {
      if (cells[slot * CELL] === left && cells[slot * CELL + 1] === right) break;
      slot = (slot + 1) & this.#mask;
    }
    cells[slot * CELL] = left;
    cells[slot * CELL + 1] = right;
    cells[slot * CELL + 2] = rank;
    cells[slot * CELL + 3] = merged;
  }

  /** Where the rule of a pair is, or -1. */
  find(left: number, right: number): number {
    const { cells } = this;
    let slot = this.#hash(left, right);
    for (;;) {
      const cell = slot * CELL;
      const found = cells[cell];
      if (found === left && cells[cell + 1] === right) return cell;
      if (found === -1) return -1;
      slot = (slot + 1) & this.#mask;
    }
  }

  rankAt(cell: number): number {
    return cell < 0 ? MergeTable.none : (this.cells[cell + 2] ?? MergeTable.none);
  }

  mergedAt(cell: number): number {
    return this.cells[cell + 3] ?? -1;
  }

  #hash(left: number, right: number): number {
    const mixed = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca77);
    return (mixed ^ (mixed >>> 15)) & this.#mask;
  }
}
