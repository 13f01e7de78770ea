/** A map that forgets what was set longest ago, so that its memory is bounded. */
export class RecentMap<Key, Value> {
  readonly #most: number;
  readonly #items = new Map<Key, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: Key): Value | undefined {
    return this.#items.get(key);
  }

  set(key: Key, value: Value): void {
    this.#items.delete(key);
    this.#items.set(key, value);
    if (this.#items.size <= this.#most) return;
    for (const oldest of this.#items.keys()) {
      this.#items.delete(oldest);
      return;
    }
  }
}
