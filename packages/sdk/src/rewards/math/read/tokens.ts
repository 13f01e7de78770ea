import { BrokenMath, NotMath } from '../bounds.ts';
import type { Rational } from '../exact/rational.ts';
import { COMMAND_SYMBOLS, DROPPED, FUNCTIONS, GREEK, SPACES, STYLES, TEXTS } from './commands.ts';
import { readNumber } from './number-literal.ts';

/** A piece of an answer; `space` tells whether a blank stood before it. */
export type Token =
  | { type: 'number'; value: Rational; whole: boolean; text: string; space: boolean }
  /** A run of letters, or a Greek letter with its backslash. */
  | { type: 'name'; text: string; space: boolean }
  /** The content of `\text{…}` and its kin. */
  | { type: 'text'; text: string; space: boolean }
  /** A command that takes arguments: `frac`, `sqrt`, `begin`, or one that is unknown. */
  | { type: 'command'; text: string; space: boolean }
  | { type: 'symbol'; text: string; space: boolean };

const LETTERS = /[A-Za-z]+|\p{L}[\p{L}\p{M}]*/uy;
const COMMAND = /\\([A-Za-z]+|[^A-Za-z])/uy;
const ARROW = /(?:-+|=+)>/y;
const TYPED: readonly (readonly [string, string])[] = [
  ['**', '^'],
  ['>=', '≥'],
  ['<=', '≤'],
];
const OPENING = new Set(['(', '[', '\\{']);
const CLOSING = new Set([')', ']', '\\}']);

/** Index just past the group that opens at `open`. @throws BrokenMath when it does not close. */
function endOfGroup(source: string, open: number): number {
  let depth = 0;
  for (let at = open; at < source.length; at += 1) {
    const character = source[at];
    if (character === '\\') at += 1;
    else if (character === '{') depth += 1;
    else if (character === '}' && --depth === 0) return at + 1;
  }
  throw new BrokenMath('a group that does not close');
}

function match(pattern: RegExp, source: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? null;
}

class Lexer {
  readonly tokens: Token[] = [];
  readonly #source: string;
  #at = 0;
  #space = false;
  #brackets = 0;

  constructor(source: string) {
    this.#source = source;
  }

  run(): Token[] {
    while (this.#at < this.#source.length) this.#next();
    return this.tokens;
  }

  #next(): void {
    const character = this.#source[this.#at] ?? '';
    if (/\s|~/.test(character)) {
      this.#space = true;
      this.#at += 1;
      return;
    }
    const number = readNumber(this.#source, this.#at, this.#brackets > 0);
    if (number !== null) {
      const text = this.#source.slice(this.#at, number.end);
      this.#push({ type: 'number', ...number, text, space: this.#space }, number.end);
      return;
    }
    LETTERS.lastIndex = this.#at;
    const letters = LETTERS.exec(this.#source)?.[0];
    if (letters !== undefined) {
      const token: Token = { type: 'name', text: letters, space: this.#space };
      this.#push(token, this.#at + letters.length);
    } else if (character === '\\') this.#command();
    else this.#typed(character);
  }

  /** A symbol that is typed, of one character or of several: `>=`, `->`. */
  #typed(character: string): void {
    const arrow = match(ARROW, this.#source, this.#at);
    if (arrow !== null) return this.#symbol('→', this.#at + arrow.length);
    const [spelt, symbol = character] =
      TYPED.find(([text]) => this.#source.startsWith(text, this.#at)) ?? [];
    this.#symbol(symbol, this.#at + (spelt ?? character).length);
  }

  #command(): void {
    COMMAND.lastIndex = this.#at;
    const name = COMMAND.exec(this.#source)?.[1];
    if (name === undefined) throw new BrokenMath('a lone backslash');
    const end = this.#at + 1 + name.length;
    const symbol = COMMAND_SYMBOLS.get(name);
    if (symbol !== undefined) this.#symbol(symbol, end);
    else if (SPACES.has(name)) {
      this.#space = true;
      this.#at = end;
    } else if (DROPPED.has(name)) {
      const blank = /(?:left|right)$/.test(name) && this.#source[end] === '.';
      this.#at = blank ? end + 1 : end;
    } else if (STYLES.has(name)) this.#at = end;
    else if (TEXTS.has(name)) this.#text(end);
    else {
      const letter = GREEK.has(name);
      const type = letter || FUNCTIONS.has(name) ? 'name' : 'command';
      this.#push({ type, text: letter ? `\\${name}` : name, space: this.#space }, end);
    }
  }

  #text(end: number): void {
    let open = end;
    while (this.#source[open] === ' ') open += 1;
    const next = this.#source[open];
    if (next === undefined || next === '}') throw new BrokenMath('a text command without its text');
    if (next !== '{') throw new NotMath('a text command without braces');
    const close = endOfGroup(this.#source, open);
    const text = this.#source.slice(open + 1, close - 1);
    this.#push({ type: 'text', text, space: this.#space }, close);
  }

  #symbol(text: string, end: number): void {
    if (OPENING.has(text)) this.#brackets += 1;
    if (CLOSING.has(text)) this.#brackets -= 1;
    this.#push({ type: 'symbol', text, space: this.#space }, end);
  }

  #push(token: Token, end: number): void {
    this.tokens.push(token);
    this.#space = false;
    this.#at = end;
  }
}

/**
 * Splits an answer into tokens.
 *
 * @throws NotMath for a text command without text; OverBound for a number past the bounds.
 */
export function readTokens(source: string): Token[] {
  return new Lexer(source).run();
}

/** Whether a token is one of the symbols. */
export function isSymbol(token: Token | undefined, ...texts: readonly string[]): boolean {
  return token?.type === 'symbol' && texts.includes(token.text);
}
