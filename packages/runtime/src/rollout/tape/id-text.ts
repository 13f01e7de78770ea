import { nextCapacity } from './growable.ts';

/**
 * Ids as JSON text, kept beside the ids so that a request does not print its whole prompt anew: a
 * turn costs its own ids only, whatever the length of the tape.
 */
export class IdText {
  #bytes = Buffer.allocUnsafe(8192);
  #length = 0;

  /** The text so far, without brackets: `1,2,3`. Later appends leave the view as it is. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  append(ids: Int32Array): void {
    if (ids.length === 0) return;
    const text = this.#length === 0 ? ids.join(',') : `,${ids.join(',')}`;
    const needed = this.#length + text.length;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, nextCapacity(this.#bytes.length)));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes.write(text, this.#length, 'latin1');
    this.#length = needed;
  }
}
