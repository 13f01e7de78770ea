/** Counts by name, for the run's metrics. */
export class Counter {
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** All counts so far; names that never occurred are absent. */
  all(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }
}
