import { DataError } from 'slime-sdk';
import type { PyDict, PyValue } from './value.ts';

/** Deeper texts than any database or call; what is built from them is walked by recursion. */
const MAX_DEPTH = 500;

/** The longest integer that CPython reads. */
const MAX_DIGITS = 4300;

const BLANK = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;

const WORDS: readonly (readonly [string, PyValue])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
];

/** Reads one text: a cursor over it. */
class Reader {
  readonly #text: string;
  readonly #name: string;
  /** Keys repeat thousands of times: each is kept once, and holds on to no slice of the text. */
  readonly #keys = new Map<string, string>();
  #at = 0;
  #depth = 0;

  constructor(text: string, name: string) {
    this.#text = text;
    this.#name = name;
  }

  readAll(): PyValue {
    const value = this.#value();
    this.#skipBlank();
    if (this.#at < this.#text.length) this.#fail('the text goes on after its value');
    return value;
  }

  #value(): PyValue {
    this.#skipBlank();
    const first = this.#text[this.#at];
    if (first === '"') return this.#string();
    if (first === '{') return this.#nested(() => this.#dict());
    if (first === '[') return this.#nested(() => this.#list());
    for (const [word, value] of WORDS) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    return this.#number();
  }

  #nested<Value>(read: () => Value): Value {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) this.#fail(`it is nested more than ${MAX_DEPTH} levels deep`);
    this.#at += 1;
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #dict(): PyDict {
    const dict: PyDict = new Map();
    if (this.#takes('}')) return dict;
    do {
      this.#skipBlank();
      const key = this.#key();
      if (!this.#takes(':')) this.#fail('":" expected');
      // A repeated key keeps its first place and its last value.
      dict.set(key, this.#value());
    } while (this.#takes(','));
    if (!this.#takes('}')) this.#fail('"," or "}" expected');
    return dict;
  }

  #list(): PyValue[] {
    const list: PyValue[] = [];
    if (this.#takes(']')) return list;
    do list.push(this.#value());
    while (this.#takes(','));
    if (!this.#takes(']')) this.#fail('"," or "]" expected');
    return list;
  }

  #key(): string {
    const key = this.#string();
    const known = this.#keys.get(key);
    if (known === undefined) this.#keys.set(key, key);
    return known ?? key;
  }

  #string(): string {
    if (this.#text[this.#at] !== '"') this.#fail('a string in quotes expected');
    const end = this.#closingQuote();
    const quoted = this.#text.slice(this.#at, end + 1);
    try {
      // Strings of its own, too: a slice would hold on to the whole text.
      const value: unknown = JSON.parse(quoted);
      this.#at = end + 1;
      return String(value);
    } catch {
      return this.#fail('a string with a bare control character or an unknown escape');
    }
  }

  #closingQuote(): number {
    let end = this.#at;
    for (;;) {
      end = this.#text.indexOf('"', end + 1);
      if (end === -1) this.#fail('a string is not closed');
      let slashes = 0;
      while (this.#text[end - 1 - slashes] === '\\') slashes += 1;
      if (slashes % 2 === 0) return end;
    }
  }

  #number(): PyValue {
    const number = this.#match(NUMBER);
    if (number === null) return this.#fail('a value expected');
    const [text, fraction, exponent] = number;
    if (fraction !== undefined || exponent !== undefined) return Number(text);
    if (text.length > MAX_DIGITS) this.#fail(`an integer of more than ${MAX_DIGITS} digits`);
    return BigInt(text);
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  #takes(character: string): boolean {
    this.#skipBlank();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #skipBlank(): void {
    const code = this.#text.charCodeAt(this.#at);
    if (code <= 32) this.#match(BLANK);
  }

  #fail(problem: string): never {
    const line = this.#text.slice(0, this.#at).split('\n').length;
    throw new DataError(
      `${this.#name} is no JSON: ${problem} at character ${this.#at} (line ${line}). ` +
        'Check that the file is whole.',
      { data: { name: this.#name, at: this.#at, line } },
    );
  }
}

/**
 * Reads a JSON text without loss: `1` and `1.0` stay apart, keys keep their order.
 *
 * Reads what Python's `json.loads` reads, `NaN` and `Infinity` too.
 *
 * @param name What the text is, for the error message: a file name, say.
 * @throws DataError when the text is no JSON.
 */
export function parseJson(text: string, name: string): PyValue {
  return new Reader(text, name).readAll();
}
