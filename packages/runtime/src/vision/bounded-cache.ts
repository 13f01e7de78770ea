/**
 * A cache of asynchronous results, least recently used out first, bounded in number and in weight.
 * Concurrent requests for a key share one computation; a failure is not remembered.
 */
export class BoundedCache<Key, Value> {
  readonly #entries = new Map<Key, { value: Promise<Value>; weight: number }>();
  readonly #most: number;
  readonly #heaviest: number;
  readonly #weigh: (value: Value) => number;
  #weight = 0;

  constructor(most: number, heaviest: number, weigh: (value: Value) => number) {
    this.#most = most;
    this.#heaviest = heaviest;
    this.#weigh = weigh;
  }

  get(key: Key, compute: () => Promise<Value>): Promise<Value> {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.value;
    }
    const entry = { value: compute(), weight: 0 };
    this.#entries.set(key, entry);
    entry.value = entry.value.then(
      (value) => {
        entry.weight = this.#weigh(value);
        if (this.#entries.get(key) === entry) this.#weight += entry.weight;
        this.#trim();
        return value;
      },
      (error: unknown) => {
        if (this.#entries.get(key) === entry) this.#entries.delete(key);
        throw error;
      },
    );
    return entry.value;
  }

  #trim(): void {
    for (const [key, { weight }] of this.#entries) {
      if (this.#entries.size <= this.#most && this.#weight <= this.#heaviest) return;
      this.#entries.delete(key);
      this.#weight -= weight;
    }
  }
}
