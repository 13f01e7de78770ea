import { equal } from './order.ts';
import { TemplateError } from './template-error.ts';
import {
  type CallArguments,
  iterate,
  iterator,
  PyCallable,
  PyIterator,
  sizeOf,
  Tuple,
} from './values.ts';

/** The `loop` of a for statement: looks ahead only when a template asks. */
export class LoopContext extends PyCallable {
  readonly #iterable: unknown;
  readonly #depth: number;
  readonly #recurse: ((iterable: unknown, depth: number) => string) | undefined;
  #items: Iterator<unknown, undefined>;
  #length: number | undefined;
  #index = -1;
  #current: unknown;
  #before: unknown;
  /** The item that was looked at early, or that there is none. */
  #after: IteratorResult<unknown, undefined> | undefined;
  #changed: Tuple | undefined;

  /** @param recurse what `loop(...)` does in a recursive loop */
  constructor(
    iterable: unknown,
    depth = 0,
    recurse?: (iterable: unknown, depth: number) => string,
  ) {
    super();
    this.#iterable = iterable;
    this.#items = iterator(iterable);
    this.#depth = depth;
    this.#recurse = recurse;
  }

  next(): IteratorResult<unknown, undefined> {
    const step = this.#after ?? this.#items.next();
    this.#after = undefined;
    if (step.done === true) return step;
    this.#index += 1;
    this.#before = this.#current;
    this.#current = step.value;
    return step;
  }

  #peek(): IteratorResult<unknown, undefined> {
    if (this.#after?.done === true) this.#after = undefined;
    this.#after ??= this.#items.next();
    return this.#after;
  }

  get #size(): number {
    if (this.#length !== undefined) return this.#length;
    const size = sizeOf(this.#iterable);
    if (size !== undefined) return (this.#length = size);
    const rest = iterate(new PyIterator(this.#items));
    this.#items = iterator(rest);
    const isAhead = this.#after !== undefined && this.#after.done !== true;
    this.#length = rest.length + this.#index + 1 + (isAhead ? 1 : 0);
    return this.#length;
  }

  attribute(name: string): unknown {
    const index = this.#index;
    switch (name) {
      case 'index':
        return index + 1;
      case 'index0':
        return index;
      case 'first':
        return index === 0;
      case 'last':
        return this.#peek().done === true;
      case 'length':
        return this.#size;
      case 'revindex':
        return this.#size - index;
      case 'revindex0':
        return this.#size - index - 1;
      case 'previtem':
        return index === 0 ? undefined : this.#before;
      case 'nextitem':
        return this.#peek().value;
      case 'depth':
        return this.#depth + 1;
      case 'depth0':
        return this.#depth;
      case 'cycle':
        return ({ positional }: CallArguments) => {
          if (positional.length === 0) throw new TemplateError('no items for cycling given');
          return positional[index % positional.length];
        };
      case 'changed':
        return ({ positional }: CallArguments) => this.#isChanged(new Tuple(positional));
      default:
        return undefined;
    }
  }

  #isChanged(value: Tuple): boolean {
    if (this.#changed !== undefined && equal(this.#changed, value)) return false;
    this.#changed = value;
    return true;
  }

  call({ positional, keyword }: CallArguments): string {
    if (this.#recurse === undefined) {
      throw new TemplateError("the loop must have the 'recursive' marker to be called");
    }
    const iterable = positional.length === 1 ? positional[0] : keyword.get('iterable');
    if (positional.length + keyword.size !== 1)
      throw new TemplateError('loop() takes one iterable');
    return this.#recurse(iterable, this.#depth + 1);
  }
}
