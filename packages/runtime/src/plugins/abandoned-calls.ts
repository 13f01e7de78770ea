/** Counts the calls that nobody waits for any more: over their deadline, or aborted. */
export class AbandonedCalls {
  #total = 0;
  #pending = 0;
  readonly #onChange: () => void;

  constructor(onChange: () => void = () => {}) {
    this.#onChange = onChange;
  }

  get total(): number {
    return this.#total;
  }

  /** Those that have not settled yet. */
  get pending(): number {
    return this.#pending;
  }

  abandon(): void {
    this.#total += 1;
    this.#pending += 1;
  }

  settle(): void {
    this.#pending -= 1;
    this.#onChange();
  }
}
