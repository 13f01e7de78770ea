import type { IdBuffer } from './id-buffer.ts';
import { MergeHeap } from './merge-heap.ts';
import { MergeTable } from './merge-table.ts';

/** Pieces up to this length are merged by scanning for the least rank, longer ones by a heap. */
const SCAN_LENGTH = 256;

/** Joins the ids of one piece by the merge rules, least rank first, leftmost first. */
export class Merger {
  readonly #table: MergeTable;
  readonly #ids = new Int32Array(SCAN_LENGTH);
  readonly #ranks = new Int32Array(SCAN_LENGTH);

  constructor(table: MergeTable) {
    this.#table = table;
  }

  /** @param bytes ids of single bytes, `length` of them; not changed */
  merge(bytes: Int32Array, length: number, out: IdBuffer): void {
    if (length <= SCAN_LENGTH) this.#scan(bytes, length, out);
    else this.#heap(bytes, length, out);
  }

  #scan(bytes: Int32Array, pieceLength: number, out: IdBuffer): void {
    const table = this.#table;
    const ids = this.#ids;
    const ranks = this.#ranks;
    let length = pieceLength;
    for (let index = 0; index < length; index += 1) ids[index] = bytes[index] ?? 0;
    const rankAt = (index: number) =>
      table.rankAt(table.find(ids[index] ?? 0, ids[index + 1] ?? 0));
    for (let index = 0; index + 1 < length; index += 1) ranks[index] = rankAt(index);
    while (length > 1) {
      let best: number = MergeTable.none;
      let at = -1;
      for (let index = 0; index + 1 < length; index += 1) {
        const rank = ranks[index] ?? 0;
        if (rank < best) {
          best = rank;
          at = index;
        }
      }
      if (at < 0) break;
      ids[at] = table.mergedAt(table.find(ids[at] ?? 0, ids[at + 1] ?? 0));
      ids.copyWithin(at + 1, at + 2, length);
      ranks.copyWithin(at + 1, at + 2, length);
      length -= 1;
      if (at + 1 < length) ranks[at] = rankAt(at);
      if (at > 0) ranks[at - 1] = rankAt(at - 1);
    }
    for (let index = 0; index < length; index += 1) out.push(ids[index] ?? 0);
  }

  /** In n log n: a linked list of ids, and a heap in which stale merges are recognised by rank. */
  #heap(bytes: Int32Array, length: number, out: IdBuffer): void {
    const table = this.#table;
    const ids = bytes.slice(0, length);
    const next = new Int32Array(length);
    const previous = new Int32Array(length);
    for (let index = 0; index < length; index += 1) {
      next[index] = index + 1 < length ? index + 1 : -1;
      previous[index] = index - 1;
    }
    const heap = new MergeHeap(length);
    const consider = (left: number, right: number) => {
      const slot = table.find(ids[left] ?? -1, ids[right] ?? -1);
      if (slot >= 0) heap.push(table.rankAt(slot), left);
    };
    for (let index = 0; index + 1 < length; index += 1) consider(index, index + 1);
    while (heap.pop()) {
      const left = heap.position;
      const right = next[left] ?? -1;
      if ((ids[left] ?? -1) < 0 || right < 0) continue;
      const slot = table.find(ids[left] ?? -1, ids[right] ?? -1);
      if (slot < 0 || table.rankAt(slot) !== heap.rank) continue;
      ids[left] = table.mergedAt(slot);
      ids[right] = -1;
      const after = next[right] ?? -1;
      next[left] = after;
      if (after >= 0) {
        previous[after] = left;
        consider(left, after);
      }
      const before = previous[left] ?? -1;
      if (before >= 0) consider(before, left);
    }
    for (let index = 0; index >= 0; index = next[index] ?? -1) out.push(ids[index] ?? 0);
  }
}
