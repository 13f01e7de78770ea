/** Keeps the newest results by key, at most so many. */
export class VerdictCache<T> {
  readonly #size: number;
  readonly #known = new Map<string, T>();

  constructor(size: number) {
    this.#size = size;
  }

  get(key: string): T | undefined {
    const found = this.#known.get(key);
    if (found !== undefined) this.set(key, found);
    return found;
  }

  /** Keeps a result as the newest one. */
  set(key: string, value: T): void {
    if (this.#size === 0) return;
    this.#known.delete(key);
    this.#known.set(key, value);
    if (this.#known.size <= this.#size) return;
    for (const oldest of this.#known.keys()) {
      this.#known.delete(oldest);
      return;
    }
  }
}
