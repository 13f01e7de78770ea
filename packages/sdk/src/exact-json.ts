import type { JsonObject, JsonValue } from './json.ts';

/**
 * What an object or array read from JSON text had there and JavaScript has no word for: `1.0` (a
 * float to Python), integers beyond 2^53 - 1, the order of keys that look like integers.
 */
export interface ExactForm {
  /**
   * What stands at a key or index: a number that was written as a float, or the decimal digits of
   * an integer that a number cannot hold. It counts as long as the same value stands there.
   */
  readonly numbers: ReadonlyMap<string, number | string>;
  /** Keys as written; null where JavaScript keeps their order. */
  readonly keys: readonly string[] | null;
}

/** Registered, so that it is the same in every copy of this package. */
const FORM = Symbol.for('slime.exact-json');

/** What {@link parseExactJson} noted about an object or array; undefined when nothing was lost. */
export function exactForm(value: object): ExactForm | undefined {
  const form: ExactForm | undefined = Reflect.get(value, FORM);
  return form;
}

function setForm(value: object, form: ExactForm): void {
  Object.defineProperty(value, FORM, { value: form, configurable: true });
}

/**
 * Parses JSON text to plain values. Integers that a number cannot hold become their decimal string.
 * Objects and arrays remember what was written, out of sight, so that a chat template prints `1.0`,
 * big integers and the order of keys as Python would; {@link cloneJson} and {@link mapJson} keep
 * it. Deeper than 200 levels nothing is remembered.
 *
 * @throws SyntaxError
 */
export function parseExactJson(text: string): JsonValue {
  const value: JsonValue = JSON.parse(text);
  if (!MAY_LOSE.test(text)) return value;
  const exact = new ExactReader(text).read();
  return exact === undefined ? value : exact;
}

/** May also match inside a string; never misses what is lost outside of one. */
const MAY_LOSE = /\d\.0*(?!\d)|\d[eE]|\d[\d.]{15}|"\d+"\s*:|\\u003/;

const DEEPEST = 200;

const SCALAR = /[^ \t\n\r,\]}]+/y;

/** Reads text that is known to be JSON. */
class ExactReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  #isTooDeep = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** Undefined when the text is nested too deep. */
  read(): JsonValue | undefined {
    const { value } = this.#value();
    return this.#isTooDeep ? undefined : value;
  }

  #next(): string {
    const text = this.#text;
    while (this.#at < text.length && ' \t\n\r'.includes(text.charAt(this.#at))) this.#at += 1;
    return this.#text.charAt(this.#at);
  }

  /** A value, and what to note about it when it is a number that is lost. */
  #value(): { value: JsonValue; noted?: number | string } {
    const first = this.#next();
    if (first === '"') return { value: this.#string() };
    if (first === '{' || first === '[') {
      if (this.#depth >= DEEPEST) {
        this.#isTooDeep = true;
        this.#at = this.#text.length;
        return { value: null };
      }
      this.#depth += 1;
      const value = first === '{' ? this.#object() : this.#array();
      this.#depth -= 1;
      return { value };
    }
    SCALAR.lastIndex = this.#at;
    const token = SCALAR.exec(this.#text)?.[0] ?? '';
    this.#at += token.length;
    const value: JsonValue = JSON.parse(token);
    if (typeof value !== 'number') return { value };
    if (/[.eE]/.test(token)) return Number.isInteger(value) ? { value, noted: value } : { value };
    return Number.isSafeInteger(value) ? { value } : { value: token, noted: token };
  }

  #string(): string {
    const start = this.#at;
    let end = start;
    let slashes: number;
    do {
      end = this.#text.indexOf('"', end + 1);
      slashes = 0;
      while (this.#text[end - 1 - slashes] === '\\') slashes += 1;
    } while (slashes % 2 === 1);
    this.#at = end + 1;
    const value: string = JSON.parse(this.#text.slice(start, end + 1));
    return value;
  }

  /** Goes over the items up to the closing bracket. */
  #items(close: string, read: () => void): void {
    this.#at += 1;
    while (this.#next() !== close && !this.#isTooDeep) {
      read();
      if (this.#next() === ',') this.#at += 1;
    }
    this.#at += 1;
  }

  #object(): JsonObject {
    const values = new Map<string, JsonValue>();
    const numbers = new Map<string, number | string>();
    this.#items('}', () => {
      const key = this.#string();
      this.#next();
      this.#at += 1;
      const { value, noted } = this.#value();
      values.set(key, value);
      if (noted === undefined) numbers.delete(key);
      else numbers.set(key, noted);
    });
    return exactObject(values, numbers);
  }

  #array(): JsonValue[] {
    const array: JsonValue[] = [];
    const numbers = new Map<string, number | string>();
    this.#items(']', () => {
      const { value, noted } = this.#value();
      if (noted !== undefined) numbers.set(String(array.length), noted);
      array.push(value);
    });
    if (numbers.size > 0) setForm(array, { numbers, keys: null });
    return array;
  }
}

/** An object of these entries that remembers their order, and how numbers of it were written. */
export function exactObject(
  values: ReadonlyMap<string, JsonValue>,
  numbers: ExactForm['numbers'],
): JsonObject {
  const object = Object.fromEntries(values);
  const keys = [...values.keys()];
  const isReordered = Object.keys(object).some((key, index) => key !== keys[index]);
  if (isReordered || numbers.size > 0) {
    setForm(object, { numbers, keys: isReordered ? keys : null });
  }
  return object;
}

/** A deep copy, as `structuredClone`, that keeps what {@link parseExactJson} noted. */
export function cloneJson<Value>(value: Value): Value {
  const copy = structuredClone(value);
  restoreExactForms(copy, exactForms(value));
  return copy;
}

/** An object or array within a value, and what {@link parseExactJson} noted about it. */
export interface PlacedForm {
  readonly path: readonly string[];
  readonly form: ExactForm;
}

/** All that {@link parseExactJson} noted within a value: for where only plain data passes. */
export function exactForms(value: unknown): PlacedForm[] {
  const found: PlacedForm[] = [];
  const visit = (item: unknown, path: readonly string[]): void => {
    if (typeof item !== 'object' || item === null || ArrayBuffer.isView(item)) return;
    if (path.length > DEEPEST) return;
    const form = exactForm(item);
    if (form !== undefined) found.push({ path, form });
    if (Array.isArray(item)) {
      for (let index = 0; index < item.length; index += 1) {
        // Lists of tokens are long and hold numbers only.
        if (typeof item[index] === 'object') visit(item[index], [...path, String(index)]);
      }
    } else {
      for (const [key, inner] of Object.entries(item)) {
        if (typeof inner === 'object') visit(inner, [...path, key]);
      }
    }
  };
  visit(value, []);
  return found;
}

/** Notes in a copy what {@link exactForms} found in the original. */
export function restoreExactForms(value: unknown, forms: readonly PlacedForm[]): void {
  for (const { path, form } of forms) {
    const item = follow(value, path);
    // What a schema made of it may be frozen.
    if (typeof item === 'object' && item !== null && Object.isExtensible(item)) setForm(item, form);
  }
}

function follow(value: unknown, path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return;
    current = Reflect.get(current, key);
  }
  return current;
}

/** Takes to a copy of an object or array what {@link parseExactJson} noted about the original. */
export function keepExactForm<Copy extends object>(from: object, to: Copy): Copy {
  const form = exactForm(from);
  if (form !== undefined) setForm(to, form);
  return to;
}

/** Rewrites all texts and keys of a value, and keeps what {@link parseExactJson} noted. */
export function mapJson(value: JsonValue, rewrite: (text: string) => string): JsonValue {
  if (typeof value === 'string') return rewrite(value);
  if (typeof value !== 'object' || value === null) return value;
  const form = exactForm(value);
  const map = (key: string, item: JsonValue) =>
    form !== undefined && form.numbers.get(key) === item ? item : mapJson(item, rewrite);
  if (Array.isArray(value)) {
    return keepExactForm(
      value,
      value.map((item, index) => map(String(index), item)),
    );
  }
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [rewrite(key), map(key, item)]),
  );
  if (form !== undefined) {
    setForm(copy, {
      numbers: new Map([...form.numbers].map(([key, number]) => [rewrite(key), number])),
      keys: form.keys?.map(rewrite) ?? null,
    });
  }
  return copy;
}
