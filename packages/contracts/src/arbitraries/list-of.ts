import fc from 'fast-check';

/**
 * Lists of `min` to `max` items, each length as often. Unlike `fc.array` it tries to leave out any
 * stretch of items each time it shrinks, so that what is left in the end is all needed.
 */
export function listOf<T>(
  item: fc.Arbitrary<T>,
  { min, max }: { min: number; max: number },
): fc.Arbitrary<T[]> {
  return new ListArbitrary(item, min, max);
}

class ListArbitrary<T> extends fc.Arbitrary<T[]> {
  readonly #item: fc.Arbitrary<T>;
  readonly #min: number;
  readonly #max: number;

  constructor(item: fc.Arbitrary<T>, min: number, max: number) {
    super();
    this.#item = item;
    this.#min = min;
    this.#max = max;
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<T[]> {
    const items: fc.Value<T>[] = [];
    for (let left = random.nextInt(this.#min, this.#max); left > 0; left -= 1) {
      items.push(this.#item.generate(random, biasFactor));
    }
    return toList(items);
  }

  /** Only what was generated here is shrunk: the items' own contexts are needed. */
  override canShrinkWithoutContext(_value: unknown): _value is T[] {
    return false;
  }

  override shrink(_value: T[], context: unknown): fc.Stream<fc.Value<T[]>> {
    return context instanceof Items
      ? fc.stream(this.#plainer(context.values as fc.Value<T>[]))
      : fc.Stream.nil();
  }

  *#plainer(items: readonly fc.Value<T>[]): Generator<fc.Value<T[]>, void, void> {
    const { length } = items;
    for (let cut = length - this.#min; cut > 0; cut >>= 1) {
      for (let at = length - cut; at >= 0; at -= cut) {
        yield toList([...items.slice(0, at), ...items.slice(at + cut)]);
      }
    }
    for (const [at, { value_, context }] of items.entries()) {
      for (const plainer of this.#item.shrink(value_, context)) {
        yield toList(items.with(at, plainer));
      }
    }
  }
}

/** What a list was made of. */
class Items<T> {
  readonly values: readonly fc.Value<T>[];

  constructor(values: readonly fc.Value<T>[]) {
    this.values = values;
  }
}

function toList<T>(items: readonly fc.Value<T>[]): fc.Value<T[]> {
  return new fc.Value(
    items.map(({ value }) => value),
    new Items(items),
  );
}
