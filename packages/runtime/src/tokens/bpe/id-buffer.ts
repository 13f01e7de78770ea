/** A growable list of ids. */
export class IdBuffer {
  #ids = new Int32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
  }

  push(id: number): void {
    if (this.#length === this.#ids.length) this.#grow(1);
    this.#ids[this.#length] = id;
    this.#length += 1;
  }

  pushAll(ids: ArrayLike<number>): void {
    const { length } = ids;
    if (this.#length + length > this.#ids.length) this.#grow(length);
    this.#ids.set(ids, this.#length);
    this.#length += length;
  }

  /** A copy of the ids from a position on. */
  from(start: number): Int32Array {
    return this.#ids.slice(start, this.#length);
  }

  at(index: number): number {
    return this.#ids[index] ?? -1;
  }

  #grow(more: number): void {
    const grown = new Int32Array(Math.max(this.#ids.length * 2, this.#length + more));
    grown.set(this.#ids.subarray(0, this.#length));
    this.#ids = grown;
  }
}
