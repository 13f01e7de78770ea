/** A heap of candidate merges, by rank and then by position. */
export class MergeHeap {
  #ranks: Int32Array;
  #positions: Int32Array;
  #size = 0;
  /** The merge that {@link pop} took last. */
  rank = 0;
  position = 0;

  constructor(capacity: number) {
    this.#ranks = new Int32Array(capacity + 16);
    this.#positions = new Int32Array(capacity + 16);
  }

  push(rank: number, position: number): void {
    if (this.#size === this.#ranks.length) this.#grow();
    const ranks = this.#ranks;
    const positions = this.#positions;
    let index = this.#size;
    this.#size += 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const parentRank = ranks[parent] ?? 0;
      const parentPosition = positions[parent] ?? 0;
      if (parentRank < rank || (parentRank === rank && parentPosition <= position)) break;
      ranks[index] = parentRank;
      positions[index] = parentPosition;
      index = parent;
    }
    ranks[index] = rank;
    positions[index] = position;
  }

  /** Takes the least into `rank` and `position`; false when empty. */
  pop(): boolean {
    if (this.#size === 0) return false;
    const ranks = this.#ranks;
    const positions = this.#positions;
    this.rank = ranks[0] ?? 0;
    this.position = positions[0] ?? 0;
    this.#size -= 1;
    const rank = ranks[this.#size] ?? 0;
    const position = positions[this.#size] ?? 0;
    let index = 0;
    for (;;) {
      let child = index * 2 + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#isLess(child + 1, child)) child += 1;
      const childRank = ranks[child] ?? 0;
      const childPosition = positions[child] ?? 0;
      if (rank < childRank || (rank === childRank && position <= childPosition)) break;
      ranks[index] = childRank;
      positions[index] = childPosition;
      index = child;
    }
    ranks[index] = rank;
    positions[index] = position;
    return true;
  }

  #isLess(left: number, right: number): boolean {
    const leftRank = this.#ranks[left] ?? 0;
    const rightRank = this.#ranks[right] ?? 0;
    if (leftRank !== rightRank) return leftRank < rightRank;
    return (this.#positions[left] ?? 0) < (this.#positions[right] ?? 0);
  }

  #grow(): void {
    const grow = (from: Int32Array) => {
      const grown = new Int32Array(from.length * 2);
      grown.set(from);
      return grown;
    };
    this.#ranks = grow(this.#ranks);
    this.#positions = grow(this.#positions);
  }
}
