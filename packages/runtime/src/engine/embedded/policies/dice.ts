/** Draws from a stream of random numbers. */
export class Dice {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }
}
