/** A wait that can be frozen, thawed and cut short: the time that a generation takes. */
export class PausableTimer {
  readonly #length: number;
  #left: number;
  #since: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #end: ((isWhole: boolean) => void) | undefined;
  /** True when the time ran out, false when it was cut short. */
  readonly done: Promise<boolean>;

  constructor(milliseconds: number) {
    this.#length = milliseconds;
    this.#left = milliseconds;
    this.done = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** Runs, or goes on. */
  start(): void {
    if (this.#since !== undefined) return;
    this.#since = performance.now();
    this.#timer = setTimeout(() => {
      this.#left = 0;
      this.#since = undefined;
      this.#end?.(true);
    }, this.#left);
  }

  freeze(): void {
    if (this.#since === undefined) return;
    clearTimeout(this.#timer);
    this.#left = Math.max(0, this.#left - (performance.now() - this.#since));
    this.#since = undefined;
  }

  cut(): void {
    this.freeze();
    this.#end?.(false);
  }

  /** Share of the time that has passed, in [0, 1]. */
  get share(): number {
    const running = this.#since === undefined ? 0 : performance.now() - this.#since;
    const left = Math.max(0, this.#left - running);
    return this.#length === 0 ? 1 : 1 - left / this.#length;
  }
}
