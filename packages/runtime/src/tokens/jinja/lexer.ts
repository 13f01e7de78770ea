import { shrink } from './numbers.ts';
import { TemplateError } from './template-error.ts';
import { strip, SPACE_CLASS } from './whitespace.ts';

/** A token inside `{{ }}` or `{% %}`. */
export type Token =
  | { kind: 'name' | 'operator' | 'string'; text: string; line: number }
  | { kind: 'integer'; value: number | bigint; text: string; line: number }
  | { kind: 'float'; value: number; text: string; line: number };

/** Literal text, an output expression, or a statement tag. */
export type Segment =
  | { kind: 'text'; text: string; line: number }
  | { kind: 'output' | 'tag'; tokens: readonly Token[]; line: number };

const OPENING = /\{\{|\{%|\{#/g;
const SPACE = new RegExp(`[${SPACE_CLASS}]*`, 'y');
const NAME = /[\p{ID_Start}_][\p{ID_Continue}]*/uy;
const FLOAT = /(?:\d+_)*\d+(?:(?:\.(?:\d+_)*\d+)?[eE][+-]?(?:\d+_)*\d+|\.(?:\d+_)*\d+)/y;
const INTEGER =
  /0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0[xX](?:_?[\da-fA-F])+|[1-9](?:_?\d)*|0(?:_?0)*/y;
const OPERATOR = /\/\/|\*\*|==|!=|<=|>=|[-+*/%~<>=()[\]{},:.|;]/y;
const RAW = new RegExp(`\\{%[-+]?[${SPACE_CLASS}]*raw[${SPACE_CLASS}]*(-?)%\\}`, 'y');
const ENDRAW = new RegExp(
  `\\{%([-+]?)[${SPACE_CLASS}]*endraw[${SPACE_CLASS}]*(?:\\+%\\}|-%\\}[${SPACE_CLASS}]*|%\\}\\n?)`,
  'g',
);

/**
 * Cuts a template into segments as Jinja does with `trim_blocks` and `lstrip_blocks` on and
 * `keep_trailing_newline` off, which is how transformers sets it up.
 *
 * @throws TemplateError
 */
export function lex(source: string): Segment[] {
  return new Lexer(source).run();
}

class Lexer {
  readonly #source: string;
  readonly #segments: Segment[] = [];
  #position = 0;
  #countedTo = 0;
  #line = 1;
  /** Whether what was last consumed ended in a newline: `lstrip_blocks` looks at it. */
  #lineStarting = true;

  constructor(source: string) {
    const lines = source.replace(/\r\n|\r/g, '\n');
    this.#source = lines.endsWith('\n') ? lines.slice(0, -1) : lines;
  }

  run(): Segment[] {
    const source = this.#source;
    while (this.#position < source.length) {
      OPENING.lastIndex = this.#position;
      const opening = OPENING.exec(source);
      if (opening === null) {
        this.#text(source.slice(this.#position));
        break;
      }
      const sign = source[opening.index + 2] ?? '';
      const signed = sign === '-' || sign === '+';
      const text = source.slice(this.#position, opening.index);
      this.#text(this.#trimBefore(text, signed ? sign : '', opening[0] === '{{'));
      const start = opening.index;
      const inside = start + (signed ? 3 : 2);
      if (opening[0] === '{#') this.#comment(inside);
      else if (opening[0] === '{%' && this.#raw(start)) continue;
      else this.#tag(opening[0] === '{{', inside);
    }
    return this.#segments;
  }

  #text(text: string): void {
    if (text !== '') {
      this.#segments.push({ kind: 'text', text, line: this.#lineAt(this.#position) });
    }
  }

  #trimBefore(text: string, sign: string, isOutput: boolean): string {
    if (sign === '-') return strip(text, null, false, true);
    if (sign === '+' || isOutput) return text;
    const lineStart = text.lastIndexOf('\n') + 1;
    if (lineStart === 0 && !this.#lineStarting) return text;
    return strip(text.slice(lineStart), null, true, false) === '' ? text.slice(0, lineStart) : text;
  }

  #comment(inside: number): void {
    if (inside >= this.#source.length) {
      // As Jinja: a mark that ends the template opens nothing.
      this.#position = inside;
      return;
    }
    const close = this.#source.indexOf('#}', inside);
    if (close < 0) throw new TemplateError('a comment is not closed', this.#lineAt(inside));
    const sign = close > inside ? this.#source.charAt(close - 1) : '';
    this.#consumeClosing(close + 2, sign === '-', sign !== '+');
  }

  #raw(start: number): boolean {
    RAW.lastIndex = start;
    const begin = RAW.exec(this.#source);
    if (begin === null) return false;
    this.#consumeClosing(RAW.lastIndex, begin[1] === '-', false);
    if (this.#position >= this.#source.length) return true;
    ENDRAW.lastIndex = this.#position;
    const end = ENDRAW.exec(this.#source);
    if (end === null) throw new TemplateError('raw is not closed', this.#lineAt(start));
    const text = this.#source.slice(this.#position, end.index);
    this.#text(this.#trimBefore(text, end[1] ?? '', false));
    this.#position = ENDRAW.lastIndex;
    this.#lineStarting = end[0].endsWith('\n');
    return true;
  }

  /** Goes past a closing mark and what it strips: all whitespace, or one newline. */
  #consumeClosing(end: number, stripAll: boolean, stripNewline: boolean): void {
    let position = end;
    if (stripAll) {
      SPACE.lastIndex = end;
      position = end + (SPACE.exec(this.#source)?.[0].length ?? 0);
    } else if (stripNewline && this.#source[end] === '\n') {
      position = end + 1;
    }
    this.#position = position;
    this.#lineStarting = this.#source[position - 1] === '\n';
  }

  #tag(isOutput: boolean, inside: number): void {
    const source = this.#source;
    const line = this.#lineAt(inside);
    const close = isOutput ? '}}' : '%}';
    const tokens: Token[] = [];
    let depth = 0;
    let position = inside;
    for (;;) {
      SPACE.lastIndex = position;
      position += SPACE.exec(source)?.[0].length ?? 0;
      if (position >= source.length) {
        throw new TemplateError(`\`${isOutput ? '{{' : '{%'}\` is not closed`, line);
      }
      if (depth === 0) {
        const sign = source.charAt(position);
        const signed = sign === '-' || (sign === '+' && !isOutput);
        if (source.startsWith(close, signed ? position + 1 : position)) {
          this.#segments.push({ kind: isOutput ? 'output' : 'tag', tokens, line });
          const end = position + (signed ? 3 : 2);
          this.#consumeClosing(end, sign === '-', !isOutput && sign !== '+');
          return;
        }
      }
      const token = this.#token(position);
      if (token.kind === 'operator') {
        if ('([{'.includes(token.text)) depth += 1;
        if (')]}'.includes(token.text)) depth -= 1;
      }
      tokens.push(token);
      position += token.kind === 'string' ? this.#stringLength(position) : token.text.length;
    }
  }

  #token(position: number): Token {
    const source = this.#source;
    const line = this.#lineAt(position);
    const at = (pattern: RegExp) => {
      pattern.lastIndex = position;
      return pattern.exec(source)?.[0];
    };
    const name = at(NAME);
    if (name !== undefined) return { kind: 'name', text: name, line };
    const float = at(FLOAT);
    if (float !== undefined) {
      return { kind: 'float', value: Number(float.replaceAll('_', '')), text: float, line };
    }
    const integer = at(INTEGER);
    if (integer !== undefined) {
      const value = shrink(BigInt(integer.replaceAll('_', '')));
      return { kind: 'integer', value, text: integer, line };
    }
    if (source[position] === '"' || source[position] === "'") {
      const length = this.#stringLength(position);
      const body = source.slice(position + 1, position + length - 1);
      return { kind: 'string', text: unescapeString(body, line), line };
    }
    const operator = at(OPERATOR);
    if (operator !== undefined) return { kind: 'operator', text: operator, line };
    throw new TemplateError(`unexpected ${JSON.stringify(source[position])}`, line);
  }

  #stringLength(position: number): number {
    const quote = this.#source[position];
    for (let end = position + 1; end < this.#source.length; end += 1) {
      const character = this.#source[end];
      if (character === '\\') end += 1;
      else if (character === quote) return end + 1 - position;
    }
    throw new TemplateError('a string is not closed', this.#lineAt(position));
  }

  #lineAt(position: number): number {
    for (; this.#countedTo < position; this.#countedTo += 1) {
      if (this.#source[this.#countedTo] === '\n') this.#line += 1;
    }
    return this.#line;
  }
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\n', ''],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

/** Reads the escapes of a Python string literal. */
function unescapeString(body: string, line: number): string {
  return body.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3})|([\s\S]))/g,
    (
      whole: string,
      hex2: string | undefined,
      hex4: string | undefined,
      hex8: string | undefined,
      octal: string | undefined,
      single: string | undefined,
    ) => {
      const hex = hex2 ?? hex4;
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (hex8 !== undefined) return String.fromCodePoint(Number.parseInt(hex8, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      if (single === 'N' || single === 'x' || single === 'u' || single === 'U') {
        throw new TemplateError(`the escape \\${single} in a string cannot be read`, line);
      }
      return ESCAPES.get(single ?? '') ?? whole;
    },
  );
}
