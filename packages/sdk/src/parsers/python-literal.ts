import type { JsonValue } from '../json.ts';
import { PYTHON_ESCAPES } from './python-escapes.ts';
import { pythonFloat, pythonInt } from './python-number.ts';

const MAX_DEPTH = 100;
const NUMBER = /[+-]? *(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?[\d_]+)?/y;
const NAME = /True|False|None/y;
const CODED_ESCAPE = /x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}/y;

/** Stops the reading; never leaves this file. */
class NotALiteral extends Error {}

/**
 * Reads what Python's `ast.literal_eval` reads and JSON can hold: strings, decimal numbers,
 * `True`, `False`, `None`, lists, tuples (as lists) and dicts. Undefined for all else: names,
 * calls, sets, bytes, complex and hexadecimal numbers, prefixed and triple-quoted strings, and
 * integers that would be rounded.
 */
export function parsePythonLiteral(text: string): JsonValue | undefined {
  try {
    return new LiteralReader(text).read();
  } catch (error) {
    if (error instanceof NotALiteral) return undefined;
    throw error;
  }
}

class LiteralReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text.replace(/^[ \t]+/, '');
  }

  read(): JsonValue {
    const first = this.#value(0);
    this.#skipSpace();
    if (this.#at === this.#text.length) return first;
    if (this.#text[this.#at] !== ',') throw new NotALiteral();
    this.#at += 1;
    return this.#items([first], undefined, 1);
  }

  #value(depth: number): JsonValue {
    if (depth > MAX_DEPTH) throw new NotALiteral();
    this.#skipSpace();
    const char = this.#text[this.#at];
    if (char === '"' || char === "'") return this.#string(char);
    if (char === '[' || char === '(' || char === '{') {
      this.#at += 1;
      if (char === '{') return this.#dict(depth + 1);
      return char === '[' ? this.#items([], ']', depth + 1) : this.#parenthesised(depth + 1);
    }
    NAME.lastIndex = this.#at;
    const name = NAME.exec(this.#text)?.[0];
    if (name === undefined) return this.#number();
    this.#at = NAME.lastIndex;
    return name === 'None' ? null : name === 'True';
  }

  /** Items after a comma, or after the opening bracket, up to `close` or the end of the text. */
  #items(items: JsonValue[], close: string | undefined, depth: number): JsonValue {
    for (;;) {
      this.#skipSpace();
      if (this.#text[this.#at] === close) {
        this.#at += 1;
        return items;
      }
      items.push(this.#value(depth));
      this.#skipSpace();
      if (this.#text[this.#at] === ',') this.#at += 1;
      else if (this.#text[this.#at] !== close) throw new NotALiteral();
    }
  }

  /** A tuple, or a value in brackets. */
  #parenthesised(depth: number): JsonValue {
    this.#skipSpace();
    if (this.#text[this.#at] === ')') return this.#items([], ')', depth);
    const first = this.#value(depth);
    this.#skipSpace();
    if (this.#text[this.#at] === ',') {
      this.#at += 1;
      return this.#items([first], ')', depth);
    }
    this.#expect(')');
    return first;
  }

  #dict(depth: number): JsonValue {
    const entries: [string, JsonValue][] = [];
    for (;;) {
      this.#skipSpace();
      if (this.#text[this.#at] === '}') break;
      const key = this.#value(depth);
      // A list is no key in Python, and a tuple none in JSON.
      if (typeof key === 'object' && key !== null) throw new NotALiteral();
      this.#skipSpace();
      this.#expect(':');
      entries.push([String(key), this.#value(depth)]);
      this.#skipSpace();
      if (this.#text[this.#at] === ',') this.#at += 1;
      else if (this.#text[this.#at] !== '}') throw new NotALiteral();
    }
    this.#at += 1;
    return Object.fromEntries(entries);
  }

  #string(quote: string): string {
    let value = '';
    let from = this.#at + 1;
    for (let at = from; at < this.#text.length; at += 1) {
      const char = this.#text.charAt(at);
      if (char === quote) {
        this.#at = at + 1;
        // A third quote, or a string beside a string.
        if (`"'`.includes(this.#text[this.#at] ?? ' ')) throw new NotALiteral();
        return value + this.#text.slice(from, at);
      }
      if (char === '\n' || char === '\r') throw new NotALiteral();
      if (char !== '\\') continue;
      const escape = readEscape(this.#text, at + 1);
      value += this.#text.slice(from, at) + escape.value;
      from = escape.end;
      at = escape.end - 1;
    }
    throw new NotALiteral();
  }

  #number(): number {
    NUMBER.lastIndex = this.#at;
    const digits = NUMBER.exec(this.#text)?.[0].replaceAll(' ', '');
    if (digits === undefined) throw new NotALiteral();
    const isInteger = !/[.eE]/.test(digits);
    const value = isInteger ? pythonInt(digits) : pythonFloat(digits);
    if (value === undefined || (isInteger && /^[+-]?0[\d_]*[1-9]/.test(digits))) {
      throw new NotALiteral();
    }
    this.#at = NUMBER.lastIndex;
    return value;
  }

  #expect(char: string): void {
    if (this.#text[this.#at] !== char) throw new NotALiteral();
    this.#at += 1;
  }

  #skipSpace(): void {
    while (this.#at < this.#text.length && ' \t\n\r'.includes(this.#text.charAt(this.#at))) {
      this.#at += 1;
    }
  }
}

function readEscape(text: string, at: number): { value: string; end: number } {
  const char = text.charAt(at);
  const plain = PYTHON_ESCAPES.get(char);
  if (plain !== undefined) return { value: plain, end: at + 1 };
  CODED_ESCAPE.lastIndex = at;
  const code = CODED_ESCAPE.exec(text)?.[0];
  if (code === undefined) {
    // Python keeps an unknown escape as it is; `\N{…}` needs a table of names.
    if ('NxuU'.includes(char)) throw new NotALiteral();
    return { value: `\\${char}`, end: at + 1 };
  }
  const point = /^[0-7]/.test(code) ? Number.parseInt(code, 8) : Number.parseInt(code.slice(1), 16);
  if (point > 0x10_ff_ff) throw new NotALiteral();
  return { value: String.fromCodePoint(point), end: at + code.length };
}
