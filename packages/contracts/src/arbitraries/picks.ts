import fc from 'fast-check';

const LIMIT = 0x10000;

/**
 * Turns numbers into decisions. Numbers that have run out are 0, and 0 is always the plainest
 * choice, so that fewer and smaller numbers make a plainer value.
 */
export class Picker {
  readonly #numbers: readonly number[];
  #at = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** 0 to 65,535. */
  next(): number {
    const number = this.#numbers[this.#at] ?? 0;
    this.#at += 1;
    return number;
  }

  /** 0 to `count - 1`; 0 for a count of 0. */
  below(count: number): number {
    if (count <= 1) return 0;
    const number = this.next();
    return (count > LIMIT ? number * LIMIT + this.next() : number) % count;
  }

  /** True in about `percent` of 100 cases; false once the numbers have run out. */
  chance(percent: number): boolean {
    return this.next() % 100 >= 100 - percent;
  }

  /** One of the items; undefined where there is none. */
  from<T>(items: readonly T[]): T | undefined {
    return items[this.below(items.length)];
  }
}

/** Numbers for a {@link Picker}: `count` of them, each 0 to 65,535; shrinks to none. */
export function picks(count: number): fc.Arbitrary<number[]> {
  return new PicksArbitrary(count);
}

/** A class of its own, since a list of integers shrinks to a list as long, and four times slower. */
class PicksArbitrary extends fc.Arbitrary<number[]> {
  readonly #count: number;

  constructor(count: number) {
    super();
    this.#count = count;
  }

  override generate(random: fc.Random): fc.Value<number[]> {
    const numbers: number[] = [];
    while (numbers.length < this.#count) numbers.push(random.nextInt(0, LIMIT - 1));
    return new fc.Value(numbers, undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is number[] {
    return (
      Array.isArray(value) &&
      value.length <= this.#count &&
      value.every((item) => Number.isInteger(item) && item >= 0 && item < LIMIT)
    );
  }

  override shrink(value: number[]): fc.Stream<fc.Value<number[]>> {
    return fc.stream(plainer(value)).map((numbers) => new fc.Value(numbers, undefined));
  }
}

/** Shorter ones first, then the same with one number left out, zeroed, or made smaller. */
function* plainer(numbers: readonly number[]): Generator<number[], void, void> {
  const { length } = numbers;
  for (
    let kept = 0;
    kept < length;
    kept = kept === length - 1 ? length : kept + ((length - kept + 1) >> 1)
  ) {
    yield numbers.slice(0, kept);
  }
  for (const [at, number] of numbers.entries()) {
    if (at < length - 1) yield [...numbers.slice(0, at), ...numbers.slice(at + 1)];
    if (number > 0) yield numbers.with(at, 0);
  }
  for (const [at, number] of numbers.entries()) {
    for (let less = number >> 1; less > 0; less = less < number - 1 ? (less + number) >> 1 : 0) {
      yield numbers.with(at, less);
    }
  }
}
