/** Different warnings that are remembered; beyond that each is printed as it comes. */
const MOST_KEPT = 1000;
/** Characters of a warning that is told of again. */
const MOST_SHOWN = 200;

/** Prints each warning once, and in the end how often those came that came again. */
export class RepeatedWarnings {
  readonly #print: (line: string) => void;
  readonly #repeats = new Map<string, number>();

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  warn(message: string): void {
    const repeats = this.#repeats.get(message);
    if (repeats !== undefined) {
      this.#repeats.set(message, repeats + 1);
      return;
    }
    if (this.#repeats.size < MOST_KEPT) this.#repeats.set(message, 0);
    this.#print(`warning: ${message}`);
  }

  /** Tells the counts, and starts anew. */
  end(): void {
    for (const [message, repeats] of this.#repeats) {
      if (repeats === 0) continue;
      const shown = message.length > MOST_SHOWN ? `${message.slice(0, MOST_SHOWN)}…` : message;
      this.#print(`warning: ${repeats === 1 ? 'once' : `${repeats} times`} more: ${shown}`);
    }
    this.#repeats.clear();
  }
}
