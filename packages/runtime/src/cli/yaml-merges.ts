import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml';

/** Whether a key stands for the entries of other mappings: `<<` without quotes. */
export function isMergeKey(key: unknown): boolean {
  return isScalar(key) && typeof key.value === 'symbol';
}

/** Counts the entries that merges of a document copy: a few lines may stand for billions. */
export class MergeSizes {
  readonly #named: (node: unknown) => unknown;
  readonly #sizes = new Map<YAMLMap, number>();
  /** Entries that are copied, over all mappings. */
  total = 0;

  /** @param named what an alias stands for; any other node itself */
  constructor(named: (node: unknown) => unknown) {
    this.#named = named;
  }

  /** In the order of the file: what a mapping merges is known then, or stands in it. */
  add(map: YAMLMap): void {
    this.total += this.#sizeOf(map) - map.items.length;
  }

  #sizeOf(map: YAMLMap): number {
    const known = this.#sizes.get(map);
    if (known !== undefined) return known;
    let size = map.items.length;
    // Until it is known, for mappings that hold themselves.
    this.#sizes.set(map, size);
    for (const { key, value } of map.items) {
      if (!isMergeKey(key)) continue;
      const source = this.#named(value);
      for (const item of isSeq(source) ? source.items : [source]) {
        const one = this.#named(item);
        if (isMap(one)) size += this.#sizeOf(one);
      }
    }
    this.#sizes.set(map, size);
    return size;
  }
}
