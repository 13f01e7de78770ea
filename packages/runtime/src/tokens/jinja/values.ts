import { TemplateError } from './template-error.ts';

/**
 * Values in a template are plain JavaScript ones with Python's meaning: `undefined` is Jinja's
 * Undefined, `null` is None, a whole number is an int, any other number a float, a plain object
 * or a Map a dict, an array a list. What JavaScript has no word for is here.
 */

/** A float with a whole value, which JavaScript cannot tell from an int. */
export class PyFloat {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** A tuple. */
export class Tuple {
  readonly items: readonly unknown[];

  constructor(items: readonly unknown[]) {
    this.items = items;
  }
}

/** What `namespace(...)` gives: the one thing a template may write to. */
export class Namespace {
  readonly values: Map<string, unknown>;

  constructor(values: Iterable<readonly [string, unknown]>) {
    this.values = new Map(values);
  }
}

/** The `loop` of a for statement. */
export class LoopContext {
  readonly items: readonly unknown[];
  index = 0;
  #changed: readonly unknown[] | undefined;

  constructor(items: readonly unknown[]) {
    this.items = items;
  }

  attribute(name: string): unknown {
    const { index, items } = this;
    const { length } = items;
    switch (name) {
      case 'index':
        return index + 1;
      case 'index0':
        return index;
      case 'first':
        return index === 0;
      case 'last':
        return index === length - 1;
      case 'length':
        return length;
      case 'revindex':
        return length - index;
      case 'revindex0':
        return length - index - 1;
      case 'previtem':
        return index > 0 ? items[index - 1] : undefined;
      case 'nextitem':
        return items[index + 1];
      case 'depth':
        return 1;
      case 'depth0':
        return 0;
      case 'cycle':
        return (args: CallArguments) => args.positional[index % args.positional.length];
      case 'changed':
        return (args: CallArguments) => {
          const before = this.#changed;
          this.#changed = args.positional;
          return before === undefined || !equal([...before], [...args.positional]);
        };
      default:
        return undefined;
    }
  }
}

/** Evaluated arguments of a call. */
export interface CallArguments {
  readonly positional: readonly unknown[];
  readonly keyword: ReadonlyMap<string, unknown>;
}

/** Anything a template can call: a macro, a global, a bound method. */
export type Callable = (args: CallArguments) => unknown;

export function isCallable(value: unknown): value is Callable {
  return typeof value === 'function';
}

/** A dict: the caller's object, or one that the template built. */
export type Dict = ReadonlyMap<unknown, unknown> | Readonly<Record<string, unknown>>;

export function isDict(value: unknown): value is Dict {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof PyFloat) &&
    !(value instanceof Tuple) &&
    !(value instanceof Namespace) &&
    !(value instanceof LoopContext)
  );
}

/** The items of a list or a tuple; undefined for anything else. */
export function sequenceItems(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return value instanceof Tuple ? value.items : undefined;
}

export function dictGet(dict: Dict, key: unknown): unknown {
  if (dict instanceof Map) return dict.get(key);
  return typeof key === 'string' && Object.hasOwn(dict, key) ? Reflect.get(dict, key) : undefined;
}

export function dictHas(dict: Dict, key: unknown): boolean {
  if (dict instanceof Map) return dict.has(key);
  // A key set to undefined is one that the caller left out.
  return (
    typeof key === 'string' && Object.hasOwn(dict, key) && Reflect.get(dict, key) !== undefined
  );
}

export function dictEntries(dict: Dict): (readonly [unknown, unknown])[] {
  if (dict instanceof Map) return [...dict];
  return Object.entries(dict).filter(([, value]) => value !== undefined);
}

/** The value of an int, float or bool as a number; undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof PyFloat ? value.value : undefined;
}

export function isFloat(value: unknown): boolean {
  return value instanceof PyFloat || (typeof value === 'number' && !Number.isInteger(value));
}

/** Python's truth. */
export function truthy(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return value !== '';
  if (typeof value === 'number') return value !== 0;
  if (value === undefined || value === null) return false;
  if (typeof value === 'function') return true;
  const items = sequenceItems(value);
  if (items !== undefined) return items.length > 0;
  if (value instanceof PyFloat) return value.value !== 0;
  return isDict(value) ? dictEntries(value).length > 0 : true;
}

/** Python's name of a value's type, for messages. */
export function typeName(value: unknown): string {
  if (value === undefined) return 'Undefined';
  if (value === null) return 'None';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (isFloat(value)) return 'float';
  if (typeof value === 'number') return 'int';
  if (Array.isArray(value)) return 'list';
  if (value instanceof Tuple) return 'tuple';
  if (isDict(value)) return 'dict';
  return typeof value === 'function' ? 'function' : value.constructor.name;
}

/** What a `for` goes over. */
export function iterate(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  const items = sequenceItems(value);
  if (items !== undefined) return items;
  if (typeof value === 'string') return Array.from(value);
  if (isDict(value)) return dictEntries(value).map(([key]) => key);
  throw new TemplateError(`'${typeName(value)}' object is not iterable`);
}

/** Python's `==`. */
export function equal(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  const a = numberOf(left);
  const b = numberOf(right);
  if (a !== undefined && b !== undefined) return a === b;
  if (left instanceof Tuple || right instanceof Tuple) {
    return left instanceof Tuple && right instanceof Tuple && sameItems(left.items, right.items);
  }
  if (Array.isArray(left) || Array.isArray(right)) {
    return Array.isArray(left) && Array.isArray(right) && sameItems(left, right);
  }
  if (!isDict(left) || !isDict(right)) return false;
  const entries = dictEntries(left);
  return (
    entries.length === dictEntries(right).length &&
    entries.every(([key, value]) => dictHas(right, key) && equal(value, dictGet(right, key)))
  );
}

function sameItems(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => equal(item, right[index]));
}

/** Python's order: negative when `left` comes first. */
export function compare(left: unknown, right: unknown): number {
  const a = numberOf(left);
  const b = numberOf(right);
  if (a !== undefined && b !== undefined) return a - b;
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  const sameKind =
    (Array.isArray(left) && Array.isArray(right)) ||
    (left instanceof Tuple && right instanceof Tuple);
  const [x, y] = [sequenceItems(left), sequenceItems(right)];
  if (sameKind && x !== undefined && y !== undefined) {
    for (let index = 0; index < Math.min(x.length, y.length); index += 1) {
      if (!equal(x[index], y[index])) return compare(x[index], y[index]);
    }
    return x.length - y.length;
  }
  throw new TemplateError(`'${typeName(left)}' and '${typeName(right)}' cannot be compared`);
}

/** By code point, as Python; JavaScript compares UTF-16 units. */
function compareText(left: string, right: string): number {
  if (left === right) return 0;
  let index = 0;
  while (index < left.length && left.charCodeAt(index) === right.charCodeAt(index)) index += 1;
  const [a, b] = [left.charCodeAt(index), right.charCodeAt(index)];
  if (Number.isNaN(a) || Number.isNaN(b)) return left.length - right.length;
  const isSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xe000;
  if (isSurrogate(a) === isSurrogate(b)) return a - b;
  return isSurrogate(a) ? 1 : -1;
}

/** Python's `needle in container`. */
export function contains(needle: unknown, container: unknown): boolean {
  if (container === undefined) return false;
  if (typeof container === 'string') {
    if (typeof needle === 'string') return container.includes(needle);
    throw new TemplateError(
      `'in <string>' requires string as left operand, not ${typeName(needle)}`,
    );
  }
  const items = sequenceItems(container);
  if (items !== undefined) return items.some((item) => equal(item, needle));
  if (isDict(container)) return dictHas(container, needle);
  throw new TemplateError(`argument of type '${typeName(container)}' is not iterable`);
}

/** Python's `len`. */
export function lengthOf(value: unknown): number {
  if (typeof value === 'string') return codePointCount(value);
  if (value === undefined) return 0;
  const items = sequenceItems(value);
  if (items !== undefined) return items.length;
  if (isDict(value)) return dictEntries(value).length;
  throw new TemplateError(`object of type '${typeName(value)}' has no len()`);
}

/** Python's length of a string: code points, not UTF-16 units. */
export function codePointCount(text: string): number {
  let count = text.length;
  for (let index = 0; index + 1 < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit < 0xdc00) {
      const next = text.charCodeAt(index + 1);
      if (next >= 0xdc00 && next < 0xe000) {
        count -= 1;
        index += 1;
      }
    }
  }
  return count;
}
