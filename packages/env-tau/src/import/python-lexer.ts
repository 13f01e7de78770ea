import type { PyNumber } from '../python/value.ts';
import { NUMBER, numberOfMatch } from './python-number.ts';
import { LiteralFault, unescapePython } from './python-string.ts';
import { sourceError } from './source-error.ts';

interface Place {
  readonly line: number;
  /** 0 for what begins a line. */
  readonly column: number;
}

/** A piece of Python source. A new line counts only where it ends a statement. */
export type PythonToken = Place &
  (
    | { readonly kind: 'name' | 'operator'; readonly text: string }
    | { readonly kind: 'number'; readonly value: PyNumber }
    | { readonly kind: 'string'; readonly value: string }
    /** An f-string and the like: Python code, no plain value. */
    | { readonly kind: 'unreadable'; readonly text: string }
    | { readonly kind: 'newline' }
    | { readonly kind: 'end' }
  );

/** As many as CPython takes. */
const MAX_BRACKETS = 200;

const BLANK = /(?:[ \t\f]|\\\n(?=[^]))*(?:#[^\n]*)?/y;
const BLANK_START = ' \t\f\\#';
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const STRING_START = /([A-Za-z]{0,2})('''|"""|'|")/y;
const PREFIX = /^(?:r|u|b|f|br|rb|fr|rf)?$/i;
const STRING_PIECE = /[^'"\\\n]*/y;
const OPERATORS = '-+*/%@&|^~<>()[]{},:;.=!';
const WORD = /[A-Za-z0-9_]/y;
const CODING = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;

/** Reads Python source piece by piece; only what is asked for is read. */
export class PythonLexer {
  readonly file: string;
  readonly #text: string;
  #at = 0;
  #line = 1;
  #lineStart = 0;
  #brackets = 0;
  #isLineEmpty = true;
  #next: PythonToken | undefined;

  /** @throws DataError for a source in another encoding than UTF-8. */
  constructor(source: string, file: string) {
    this.file = file;
    this.#text = source.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
    for (const [at, line] of this.#text.split('\n', 2).entries()) {
      const coding = CODING.exec(line)?.[1];
      if (coding !== undefined && !/^utf[-_]?8$/i.test(coding)) {
        throw sourceError(file, at + 1, `the encoding ${coding}; only UTF-8 is read`);
      }
    }
  }

  /** The next piece, which stays the next one. */
  peek(): PythonToken {
    this.#next ??= this.#read();
    return this.#next;
  }

  /** Takes the next piece. */
  take(): PythonToken {
    const token = this.peek();
    this.#next = undefined;
    return token;
  }

  /** Takes the next piece if it is this operator or name. */
  takes(text: string): boolean {
    if (!isText(this.peek(), text)) return false;
    this.take();
    return true;
  }

  /** @throws DataError always: the piece is not what it should be. */
  fail(token: PythonToken, problem: string): never {
    throw sourceError(this.file, token.line, problem);
  }

  #read(): PythonToken {
    for (;;) {
      if (BLANK_START.includes(this.#text.charAt(this.#at))) this.#match(BLANK);
      const place = { line: this.#line, column: this.#at - this.#lineStart };
      if (this.#at >= this.#text.length) {
        if (this.#brackets > 0) this.#refuse('the file ends within brackets');
        return { kind: 'end', ...place };
      }
      if (this.#text[this.#at] !== '\n') {
        this.#isLineEmpty = false;
        return { ...this.#piece(), ...place };
      }
      this.#at += 1;
      this.#countLines(this.#at - 1, this.#at);
      const endsStatement = this.#brackets === 0 && !this.#isLineEmpty;
      if (this.#brackets === 0) this.#isLineEmpty = true;
      if (endsStatement) return { kind: 'newline', ...place };
    }
  }

  #piece() {
    const first = this.#text.charAt(this.#at);
    if (OPERATORS.includes(first) && !this.#isFraction(first)) return this.#operator(first);
    const start = this.#match(STRING_START);
    if (start !== null) return this.#string(start[1] ?? '', start[2] ?? '');
    const name = this.#match(NAME);
    if (name !== null) return { kind: 'name', text: name[0] } as const;
    const number = this.#match(NUMBER);
    if (number !== null) return this.#number(number);
    return this.#refuse('a character that Python does not know here');
  }

  /** Whether a dot begins a number, as in `.5`. */
  #isFraction(first: string): boolean {
    return first === '.' && /[0-9]/.test(this.#text.charAt(this.#at + 1));
  }

  #operator(text: string) {
    this.#at += 1;
    if ('([{'.includes(text)) this.#brackets += 1;
    if (')]}'.includes(text)) this.#brackets -= 1;
    if (this.#brackets < 0) this.#refuse(`${text} closes nothing`);
    if (this.#brackets > MAX_BRACKETS) this.#refuse(`more than ${MAX_BRACKETS} nested brackets`);
    return { kind: 'operator', text } as const;
  }

  #number(match: RegExpExecArray) {
    const suffix = this.#match(WORD)?.[0];
    if (suffix === 'j' || suffix === 'J') {
      return { kind: 'unreadable', text: 'a complex number' } as const;
    }
    if (suffix !== undefined) this.#refuse(`${match[0]}${suffix} is no number`);
    return { kind: 'number', value: this.#guarded(() => numberOfMatch(match)) } as const;
  }

  #string(prefix: string, quote: string) {
    if (!PREFIX.test(prefix)) this.#refuse(`${prefix} is no prefix of a string`);
    const start = this.#at;
    // Lines are counted when the literal is over: its faults are told where it begins.
    const end = this.#closingQuote(quote);
    const body = this.#text.slice(start, end);
    this.#at = end + quote.length;
    const isRaw = /r/i.test(prefix);
    const kind = /[bf]/i.exec(prefix)?.[0].toLowerCase();
    const value = kind === undefined && !isRaw ? this.#guarded(() => unescapePython(body)) : body;
    this.#countLines(start, end);
    if (kind === undefined) return { kind: 'string', value } as const;
    return { kind: 'unreadable', text: kind === 'b' ? 'bytes' : 'an f-string' } as const;
  }

  #closingQuote(quote: string): number {
    const isLong = quote.length === 3;
    let at = this.#at;
    for (;;) {
      STRING_PIECE.lastIndex = at;
      STRING_PIECE.exec(this.#text);
      at = STRING_PIECE.lastIndex;
      if (at >= this.#text.length) return this.#refuse('a string that is not closed');
      if (this.#text.startsWith(quote, at)) return at;
      if (this.#text[at] === '\n' && !isLong) return this.#refuse('a string that is not closed');
      at += this.#text[at] === '\\' ? 2 : 1;
    }
  }

  #countLines(start: number, end: number): void {
    // Of the piece alone: a search in the whole text would run to the end of a long line each time.
    const piece = this.#text.slice(start, end);
    for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) {
      this.#line += 1;
      this.#lineStart = start + at + 1;
    }
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) return null;
    if (pattern === BLANK) this.#countLines(this.#at, pattern.lastIndex);
    this.#at = pattern.lastIndex;
    return match;
  }

  #guarded<Value>(read: () => Value): Value {
    try {
      return read();
    } catch (error) {
      if (error instanceof LiteralFault) this.#refuse(error.message);
      throw error;
    }
  }

  #refuse(problem: string): never {
    throw sourceError(this.file, this.#line, problem);
  }
}

/** Whether a piece is this operator or name. */
export function isText(token: PythonToken, text: string): boolean {
  return (token.kind === 'name' || token.kind === 'operator') && token.text === text;
}

/** What a piece is, in words. */
export function describeToken(token: PythonToken): string {
  if (token.kind === 'string') return 'a string';
  if (token.kind === 'number') return 'a number';
  if (token.kind === 'newline') return 'the end of the line';
  if (token.kind === 'end') return 'the end of the file';
  return token.text.slice(0, 60);
}
