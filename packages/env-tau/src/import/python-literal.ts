import { negate } from '../python/number.ts';
import type { PyDict, PyValue } from '../python/value.ts';
import { describeToken, isText, type PythonLexer, type PythonToken } from './python-lexer.ts';

/** A class whose objects may be made, by name: the arguments that it takes. */
export type Constructors = Readonly<Record<string, readonly string[]>>;

const CONSTANTS = new Map<string, PyValue>([
  ['True', true],
  ['False', false],
  ['None', null],
]);

/**
 * Reads the literals of Python source: strings, numbers, `True`, `False`, `None`, lists,
 * dictionaries, and calls `Name(key=value, …)` of the constructors, which become dictionaries. Runs
 * nothing; whatever else stands there is refused with file and line.
 */
export class LiteralReader {
  readonly #lexer: PythonLexer;
  readonly #constructors: Constructors;
  readonly #lines = new Map<PyValue, number>();

  constructor(lexer: PythonLexer, constructors: Constructors) {
    this.#lexer = lexer;
    this.#constructors = constructors;
  }

  /** Where a dictionary that was read begins. */
  lineOf(value: PyValue): number {
    return this.#lines.get(value) ?? 1;
  }

  /** Reads one value. */
  read(): PyValue {
    const token = this.#lexer.take();
    if (token.kind === 'string') return this.#strings(token.value);
    if (token.kind === 'number') return token.value;
    if (token.kind === 'name') return this.#named(token, token.text);
    if (token.kind !== 'operator') return this.#refuse(token);
    switch (token.text) {
      case '[':
        return this.#list();
      case '{':
        return this.#dict(token);
      case '(':
        return this.#parenthesis(token);
      case '-':
        return negate(this.#digits());
      case '+':
        return this.#digits();
      default:
        return this.#refuse(token);
    }
  }

  #digits() {
    const token = this.#lexer.take();
    return token.kind === 'number' ? token.value : this.#refuse(token);
  }

  /** Strings side by side are one. */
  #strings(first: string): string {
    const parts = [first];
    for (let token = this.#lexer.peek(); token.kind === 'string'; token = this.#lexer.peek()) {
      parts.push(token.value);
      this.#lexer.take();
    }
    return parts.join('');
  }

  #named(token: PythonToken, name: string): PyValue {
    const constant = CONSTANTS.get(name);
    if (constant !== undefined) return constant;
    const parameters = Object.hasOwn(this.#constructors, name)
      ? this.#constructors[name]
      : undefined;
    if (parameters === undefined) return this.#refuse(token);
    if (!this.#lexer.takes('(')) return this.#refuse(this.#lexer.peek());
    const made: PyDict = new Map();
    this.#items(')', () => {
      const keyword = this.#lexer.take();
      if (keyword.kind !== 'name' || !this.#lexer.takes('=')) {
        return this.#lexer.fail(keyword, `${name}(…) takes arguments as name=value only`);
      }
      if (!parameters.includes(keyword.text)) {
        const known = parameters.join(', ');
        return this.#lexer.fail(keyword, `${name} has no ${keyword.text}, it takes ${known}`);
      }
      if (made.has(keyword.text)) {
        return this.#lexer.fail(keyword, `${name} is given ${keyword.text} twice`);
      }
      return made.set(keyword.text, this.read());
    });
    this.#lines.set(made, token.line);
    return made;
  }

  #list(): PyValue[] {
    const list: PyValue[] = [];
    this.#items(']', () => list.push(this.read()));
    return list;
  }

  #dict(open: PythonToken): PyDict {
    const dict: PyDict = new Map();
    this.#items('}', () => {
      const key = this.#lexer.take();
      if (key.kind !== 'string') return this.#lexer.fail(key, 'a key that is no string');
      const name = this.#strings(key.value);
      if (!this.#lexer.takes(':')) return this.#refuse(this.#lexer.peek());
      // A repeated key keeps its first place and its last value.
      return dict.set(name, this.read());
    });
    this.#lines.set(dict, open.line);
    return dict;
  }

  /** Brackets around one value, as around strings of several lines. */
  #parenthesis(open: PythonToken): PyValue {
    if (isText(this.#lexer.peek(), ')')) return this.#lexer.fail(open, 'a tuple');
    const value = this.read();
    if (isText(this.#lexer.peek(), ',')) return this.#lexer.fail(open, 'a tuple');
    if (!this.#lexer.takes(')')) return this.#refuse(this.#lexer.peek());
    return value;
  }

  #items(close: string, read: () => unknown): void {
    while (!this.#lexer.takes(close)) {
      read();
      if (this.#lexer.takes(',')) continue;
      if (!isText(this.#lexer.peek(), close)) this.#refuse(this.#lexer.peek());
    }
  }

  #refuse(token: PythonToken): never {
    return this.#lexer.fail(
      token,
      `${describeToken(token)} where a plain value must be: only literals are read, nothing is run`,
    );
  }
}
