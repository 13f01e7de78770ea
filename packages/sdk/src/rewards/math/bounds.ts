/** Longest content of a box, in UTF-16 units, that is read at all. */
export const MAX_ANSWER_LENGTH = 2048;

/** Deepest nesting of groups that is followed. */
export const MAX_DEPTH = 64;

/** Most bits of an integer that is written out. */
export const MAX_BITS = 8192;

/** Most bits of an integer that could be written out at all: a label of more has no value. */
export const MAX_WRITABLE_BITS = 2 ** 20;

/** Most units of work of one comparison; one is some microseconds. */
export const MAX_WORK = 8000;

/** A comparison met one of the bounds; the message says which. */
export class OverBound extends Error {
  override readonly name: string = 'OverBound';
}

/** A number has more digits than could be written out: `9^{9^9}`. */
export class Unwritable extends OverBound {
  override readonly name = 'Unwritable';
}

/** A text is no mathematics that this grader reads. */
export class NotMath extends Error {
  override readonly name: string = 'NotMath';
}

/** A text is mathematics that breaks off or lacks a part: `1 +`, `\\frac{1}`. */
export class BrokenMath extends NotMath {}

/** Counts work before it is done, so that what a bound stops never starts. */
export class Budget {
  #left: number;

  constructor(work = MAX_WORK) {
    this.#left = work;
  }

  /** @throws OverBound when more is asked than is left. */
  spend(work: number): void {
    if (!(work <= this.#left)) throw new OverBound('too much work');
    this.#left -= work;
  }
}
