/** Items up to which a tape doubles; beyond, it grows by a quarter, and so holds little in vain. */
const LAST_DOUBLING = 8192;

/** Capacity after one that is full. */
export function nextCapacity(capacity: number): number {
  return capacity < LAST_DOUBLING ? capacity * 2 : Math.ceil(capacity * 1.25);
}

/** An `Int32Array` that grows at its end; views of it stay valid. */
export class GrowableInts {
  #items: Int32Array;
  #length = 0;

  constructor(capacity = 1024) {
    this.#items = new Int32Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** A view of what is in it now. */
  get view(): Int32Array {
    return this.#items.subarray(0, this.#length);
  }

  append(values: Int32Array): void {
    const needed = this.#length + values.length;
    if (needed > this.#items.length) {
      const larger = new Int32Array(Math.max(needed, nextCapacity(this.#items.length)));
      larger.set(this.view);
      this.#items = larger;
    }
    this.#items.set(values, this.#length);
    this.#length = needed;
  }

  truncate(length: number): void {
    this.#length = Math.min(length, this.#length);
  }
}

/** A `Float64Array` that grows at its end. */
export class GrowableFloats {
  #items = new Float64Array(1024);
  #length = 0;

  get view(): Float64Array {
    return this.#items.subarray(0, this.#length);
  }

  append(values: Float64Array): void {
    this.#reserve(values.length);
    this.#items.set(values, this.#length);
    this.#length += values.length;
  }

  appendZeros(count: number): void {
    this.#reserve(count);
    this.#items.fill(0, this.#length, this.#length + count);
    this.#length += count;
  }

  truncate(length: number): void {
    this.#length = Math.min(length, this.#length);
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#items.length) return;
    const larger = new Float64Array(Math.max(needed, nextCapacity(this.#items.length)));
    larger.set(this.view);
    this.#items = larger;
  }
}
