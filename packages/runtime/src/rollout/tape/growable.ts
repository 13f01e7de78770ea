/** Items up to which a tape doubles; beyond, it grows by an eighth, and so holds little in vain. */
const LAST_DOUBLING = 8192;

/** Capacity after one that is full. */
export function nextCapacity(capacity: number): number {
  return capacity < LAST_DOUBLING ? capacity * 2 : Math.ceil(capacity * 1.125);
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

/**
 * Numbers in a typed array that grows at its end: as float32 while every one of them is such a
 * number, as engines' log-probs are, else as float64. Nothing is rounded.
 */
export class GrowableFloats {
  #items: Float32Array | Float64Array = new Float32Array(1024);
  #length = 0;

  /** A view of what is in it now. */
  get view(): Float32Array | Float64Array {
    return this.#items.subarray(0, this.#length);
  }

  append(values: Float64Array): void {
    if (this.#items instanceof Float32Array && !areFloat32(values)) this.#widen();
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

  #widen(): void {
    const wide = new Float64Array(this.#items.length);
    wide.set(this.view);
    this.#items = wide;
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#items.length) return;
    const capacity = Math.max(needed, nextCapacity(this.#items.length));
    const isNarrow = this.#items instanceof Float32Array;
    const larger = isNarrow ? new Float32Array(capacity) : new Float64Array(capacity);
    larger.set(this.view);
    this.#items = larger;
  }
}

function areFloat32(values: Float64Array): boolean {
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    if (Math.fround(value) !== value && !Number.isNaN(value)) return false;
  }
  return true;
}
