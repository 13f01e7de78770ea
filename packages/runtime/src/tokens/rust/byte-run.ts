/** The bytes that may come next within a character. */
interface Open {
  readonly left: number;
  readonly low: number;
  readonly high: number;
}

/** What a lead byte opens, by the smallest of its range; undefined where none may stand. */
const LEADS: readonly (readonly [from: number, open: Open | undefined])[] = [
  [0xf5, undefined],
  [0xf4, { left: 3, low: 0x80, high: 0x8f }],
  [0xf1, { left: 3, low: 0x80, high: 0xbf }],
  [0xf0, { left: 3, low: 0x90, high: 0xbf }],
  [0xee, { left: 2, low: 0x80, high: 0xbf }],
  [0xed, { left: 2, low: 0x80, high: 0x9f }],
  [0xe1, { left: 2, low: 0x80, high: 0xbf }],
  [0xe0, { left: 2, low: 0xa0, high: 0xbf }],
  [0xc2, { left: 1, low: 0x80, high: 0xbf }],
  [0x80, undefined],
  [0, { left: 0, low: 0, high: 0 }],
];

/**
 * A run of byte tokens. All of it is decoded to characters, or each byte to U+FFFD: a byte that comes
 * may still spoil those before it, until one has.
 */
export class ByteRun {
  /** Ids of the character that is open. */
  #character: number[] = [];
  #open: Open = { left: 0, low: 0, high: 0 };
  #broken: readonly number[] | undefined;

  /** Ids that no other bytes can make whole, at most four; undefined while the run may be. */
  get broken(): readonly number[] | undefined {
    return this.#broken;
  }

  push(id: number, byte: number): void {
    if (this.#broken !== undefined) return;
    const { left, low, high } = this.#open;
    const isInside = left > 0;
    this.#character = isInside ? [...this.#character, id] : [id];
    const next = isInside
      ? byte >= low && byte <= high
        ? { left: left - 1, low: 0x80, high: 0xbf }
        : undefined
      : LEADS.find(([from]) => byte >= from)?.[1];
    if (next === undefined) this.#broken = this.#character;
    else this.#open = next;
  }
}
