import { exactForm } from 'slime-sdk';
import { chargeCharacters, chargeItems } from './budget.ts';
import { type Dict, dictEntries, dictSize, exactItem } from './dict-access.ts';
import { floatOf, intOf, PyFloat } from './numbers.ts';
import { PyDict } from './py-dict.ts';
import { Range } from './range.ts';
import { Markup, Tuple } from './tuple.ts';
import { TemplateError } from './template-error.ts';

export { type Dict, dictEntries, dictGet, dictHas } from './dict-access.ts';
export { Range } from './range.ts';
export { Markup, Tuple } from './tuple.ts';

/**
 * Values in a template are plain JavaScript ones with Python's meaning: `undefined` is Jinja's
 * Undefined, `null` is None, a whole number or a bigint an int, any other number a float, a plain
 * object or a Map a dict, an array a list. What JavaScript has no word for is here and in
 * {@link PyFloat} and {@link PyDict}.
 */

/** What `keys()`, `values()` and `items()` give. */
export class DictView {
  readonly kind: 'keys' | 'values' | 'items';
  readonly dict: Dict;

  constructor(kind: 'keys' | 'values' | 'items', dict: Dict) {
    this.kind = kind;
    this.dict = dict;
  }

  items(): unknown[] {
    const entries = dictEntries(this.dict);
    chargeItems(entries.length);
    if (this.kind === 'keys') return entries.map(([key]) => key);
    if (this.kind === 'values') return entries.map(([, value]) => value);
    chargeItems(entries.length * 3);
    return entries.map((entry) => new Tuple(entry));
  }
}

/** A generator or an iterator: goes over its items once, has no length, is true. */
export class PyIterator {
  readonly items: Iterator<unknown, undefined>;

  constructor(items: Iterator<unknown, undefined>) {
    this.items = items;
  }
}

/** What `namespace(...)` gives: the one thing a template may write to. */
export class Namespace {
  readonly values: PyDict;

  constructor(values: PyDict) {
    this.values = values;
  }
}

/** A value of the runtime's own with attributes: a loop, a macro, a cycler. */
export abstract class PyObject {
  /** Undefined when there is none of that name. */
  abstract attribute(name: string): unknown;
}

/** Evaluated arguments of a call. */
export interface CallArguments {
  readonly positional: readonly unknown[];
  readonly keyword: ReadonlyMap<string, unknown>;
}

/** Anything that is called as a function: a global, a bound method. */
export type Callable = (args: CallArguments) => unknown;

/** A value with attributes that can be called: a macro, a recursive loop. */
export abstract class PyCallable extends PyObject {
  abstract call(args: CallArguments): unknown;
}

/** What a value is called by; undefined when it cannot be. */
export function callableOf(value: unknown): Callable | undefined {
  if (typeof value === 'function') {
    return (args) => {
      const result: unknown = Reflect.apply(value, undefined, [args]);
      return result;
    };
  }
  return value instanceof PyCallable ? (args) => value.call(args) : undefined;
}

export function isDict(value: unknown): value is Dict {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof PyDict || value instanceof Map) return true;
  return (
    !Array.isArray(value) &&
    !(value instanceof PyFloat) &&
    !(value instanceof Tuple) &&
    !(value instanceof Range) &&
    !(value instanceof DictView) &&
    !(value instanceof PyIterator) &&
    !(value instanceof Markup) &&
    !(value instanceof Namespace) &&
    !(value instanceof PyObject)
  );
}

/** The items of a list or a tuple; undefined for anything else. */
export function sequenceItems(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return listItems(value);
  return value instanceof Tuple ? value.items : undefined;
}

/** The items of the caller's list as they were written, or of the template's as they are. */
function listItems(list: readonly unknown[]): readonly unknown[] {
  return exactForm(list) === undefined
    ? list
    : list.map((item, index) => exactItem(list, String(index), item));
}

/** Python's truth. */
export function truthy(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return value !== '';
  if (typeof value === 'number') return value !== 0;
  if (value === undefined || value === null) return false;
  if (typeof value !== 'object') return typeof value === 'function' || Boolean(value);
  if (value instanceof PyFloat) return value.value !== 0;
  return sizeOf(value) !== 0;
}

/** Python's name of a value's type, for messages. */
export function typeName(value: unknown): string {
  if (value === undefined) return 'Undefined';
  if (value === null) return 'None';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (floatOf(value) !== undefined) return 'float';
  if (intOf(value) !== undefined) return 'int';
  if (Array.isArray(value)) return 'list';
  if (value instanceof Tuple) return 'tuple';
  if (isDict(value)) return 'dict';
  if (value instanceof Markup) return 'text marked safe, which is not implemented here';
  return typeof value === 'function' ? 'function' : value.constructor.name;
}

/** What can be iterated without an iterator of its own: all but strings, dicts, generators. */
function iteratedItems(value: unknown): readonly unknown[] | undefined {
  if (value === undefined) return [];
  const items = sequenceItems(value);
  if (items !== undefined) return items;
  if (value instanceof Range || value instanceof DictView) return value.items();
  return undefined;
}

function* charactersOf(text: string): Generator<string, undefined> {
  yield* text;
  return undefined;
}

function* itemsOf(items: readonly unknown[]): Generator<unknown, undefined> {
  yield* items;
  return undefined;
}

/**
 * Python's `iter`.
 *
 * @throws TemplateError for what cannot be iterated
 */
export function iterator(value: unknown): Iterator<unknown, undefined> {
  if (value instanceof PyIterator) return value.items;
  if (typeof value === 'string') return charactersOf(value);
  const items = iteratedItems(value);
  if (items !== undefined) return itemsOf(items);
  if (isDict(value)) return itemsOf(dictEntries(value).map(([key]) => key));
  throw new TemplateError(`'${typeName(value)}' object is not iterable`);
}

export function isIterable(value: unknown): boolean {
  return (
    value === undefined ||
    typeof value === 'string' ||
    value instanceof PyIterator ||
    value instanceof Markup ||
    value instanceof Range ||
    value instanceof DictView ||
    sequenceItems(value) !== undefined ||
    isDict(value)
  );
}

/** Python's `list(value)`, which a generator is empty after; not to be changed. */
export function iterate(value: unknown): readonly unknown[] {
  if (value instanceof PyIterator) {
    const items: unknown[] = [];
    for (let step = value.items.next(); step.done !== true; step = value.items.next()) {
      chargeItems(1);
      items.push(step.value);
    }
    return items;
  }
  const items = iteratedItems(value) ?? (typeof value === 'string' ? codePoints(value) : undefined);
  return items ?? [...keysOf(value)];
}

function keysOf(value: unknown): unknown[] {
  if (isDict(value)) return dictEntries(value).map(([key]) => key);
  throw new TemplateError(`'${typeName(value)}' object is not iterable`);
}

/** Python's `len`; undefined for what has none. */
export function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'string') return codePointCount(value);
  if (value === undefined) return 0;
  if (Array.isArray(value)) return value.length;
  if (value instanceof Tuple) return value.items.length;
  if (value instanceof Markup) return codePointCount(value.text);
  if (value instanceof Range) return value.length;
  if (value instanceof DictView) return dictSize(value.dict);
  return isDict(value) ? dictSize(value) : undefined;
}

/** The characters of a string as Python has them: code points. */
export function codePoints(text: string): string[] {
  chargeItems(text.length);
  return Array.from(text);
}

/** Python's length of a string: code points, not UTF-16 units. */
export function codePointCount(text: string): number {
  chargeCharacters(text.length >> 1);
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
