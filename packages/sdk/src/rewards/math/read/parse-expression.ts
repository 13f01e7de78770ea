import { BrokenMath, MAX_DEPTH, NotMath, OverBound } from '../bounds.ts';
import { ONE, type Rational, rational } from '../exact/rational.ts';
import { apply } from './applied-function.ts';
import { isChinese } from './chinese-unit.ts';
import { doubleFactorial } from './double-factorial.ts';
import type { Expression } from './expression.ts';
import { isLoneRun } from './lone-run.ts';
import { mixedNumberAt } from './mixed-number.ts';
import { meaningOfName, type SpeltFunction } from './names.ts';
import { readUnit } from './read-unit.ts';
import { isSymbol, readTokens, type Token } from './tokens.ts';
import { CURRENCIES, isUnitOrProduct, isUnitWord } from './unit-table.ts';
import { BARE, type Unit } from './units.ts';

/** How letters are read. */
export interface Reading {
  /** Take `X` for `x`. */
  readonly foldCase: boolean;
  /** Take a lone letter behind a number for a unit: the `m` of `5 m`. */
  readonly letterUnits: boolean;
}

const CLOSERS: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

/** What stands between values or behind one; a bracket outside any may be that of `]0, 1[`. */
const OPERATORS: ReadonlySet<string> = new Set(['+', '-', '±', '∓', '*', '/', '^', '!', '}']);

/** The `(dollars)` of `18 (dollars)`. */
function isNounInBrackets(tokens: readonly Token[]): boolean {
  const words = tokens.slice(1, -1);
  const isWord = (token: Token): boolean => token.type === 'name' && token.text.length > 2;
  return isSymbol(tokens.at(-1), ')') && words.length > 0 && words.every(isWord);
}

/** Words of two letters, and no products, where a text command has them. */
const PREPOSITION = /^(?:at|in|by|on|as)$/i;

const MARK_IN_FRONT = 'a mark in front of its symbol, as of an isotope';

const number = (value: bigint): Expression => ({ kind: 'number', value: rational(value) });
const symbol = (name: string): Expression => ({ kind: 'symbol', name });
const quotient = (top: Expression, bottom: Expression): Expression => ({
  kind: 'quotient',
  top,
  bottom,
});
const product = (factors: readonly Expression[]): Expression => {
  const [first] = factors;
  return factors.length === 1 && first !== undefined ? first : { kind: 'product', factors };
};

/** Recursive descent over the tokens of one formula and the unit behind it. */
export class ExpressionParser {
  /** The unit behind the formula, once it is parsed. */
  unit: Unit = BARE;
  /** The worth of a word such as `million` behind it. */
  magnitude: Rational = ONE;
  readonly #tokens: Token[];
  readonly #reading: Reading;
  readonly #inText: boolean;
  #at = 0;
  #depth = 0;
  #groups = 0;
  #inBars = false;

  /** `inText`: the tokens are those of a text command, where letters are units and no products. */
  constructor(tokens: readonly Token[], reading: Reading, inText: boolean) {
    this.#tokens = [...tokens];
    this.#reading = reading;
    this.#inText = inText;
  }

  /** The whole formula. @throws NotMath; OverBound when it is nested too deeply. */
  parse(): Expression {
    const expression = this.#group();
    if (this.#at === this.#tokens.length) return expression;
    const hasArrow = this.#tokens.some((token) => isSymbol(token, '→'));
    const breaksOff = !hasArrow && isSymbol(this.#tokens.at(-1), '+', '-', '±', '∓', '*', '/', '^');
    throw new (breaksOff ? BrokenMath : NotMath)('something behind the formula');
  }

  #peek(offset = 0): Token | undefined {
    return this.#tokens[this.#at + offset];
  }

  #accept(...texts: string[]): string | null {
    const token = this.#peek();
    if (token === undefined || !isSymbol(token, ...texts)) return null;
    this.#at += 1;
    return token.text;
  }

  #expect(text: string): void {
    if (this.#accept(text) !== null) return;
    const isOver = this.#peek() === undefined;
    throw new (isOver ? BrokenMath : NotMath)(`no ${text}`);
  }

  #deeper<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new OverBound('nesting');
    const value = read();
    this.#depth -= 1;
    return value;
  }

  /** Reads a part of the formula, behind which no unit stands. */
  #nested<T>(read: () => T): T {
    this.#groups += 1;
    const value = this.#deeper(read);
    this.#groups -= 1;
    return value;
  }

  /** What a group holds: a sum, or two of them as `a \over b` or `n \choose k`. */
  #group(): Expression {
    const top = this.#sum();
    const token = this.#peek();
    if (token?.type !== 'command' || !['over', 'choose'].includes(token.text)) return top;
    this.#at += 1;
    const bottom = this.#sum();
    return token.text === 'over' ? quotient(top, bottom) : { kind: 'binomial', top, bottom };
  }

  #sum(): Expression {
    const terms: Expression[] = [this.#signed(() => this.#product())];
    while (isSymbol(this.#peek(), '+', '-', '±', '∓')) {
      terms.push(this.#signed(() => this.#product()));
    }
    const [first] = terms;
    return terms.length === 1 && first !== undefined ? first : { kind: 'sum', terms };
  }

  /** What `read` gives, under the signs that stand before it. */
  #signed(read: () => Expression): Expression {
    const sign = this.#accept('+', '-', '±', '∓');
    if (sign === null) return read();
    const of = this.#deeper(() => this.#signed(read));
    if (sign === '+') return of;
    return sign === '-'
      ? { kind: 'negative', of }
      : { kind: 'signed', sign: sign === '±' ? '±' : '∓', of };
  }

  #product(): Expression {
    let factors = [this.#mixedNumber() ?? this.#power()];
    while (!this.#takeUnit()) {
      if (this.#accept('*') !== null) {
        factors.push(this.#signed(() => this.#mixedNumber() ?? this.#power()));
      } else if (this.#accept('/') !== null) {
        const bottom = this.#signed(() => this.#power());
        factors = [quotient(product(factors), bottom)];
      } else if (this.#startsFactor()) factors.push(this.#power());
      else break;
    }
    return product(factors);
  }

  #mixedNumber(): Expression | null {
    const mixed = mixedNumberAt(this.#tokens, this.#at);
    if (mixed === null) return null;
    this.#at += mixed.width;
    return { kind: 'number', value: mixed.value };
  }

  #startsFactor(): boolean {
    const token = this.#peek();
    if (token === undefined) return false;
    if (isSymbol(token, '|')) return !this.#inBars;
    if (token.type === 'symbol') return ['(', '[', '{', '∞', '⌊', '⌈'].includes(token.text);
    if (token.type === 'command' && ['over', 'choose'].includes(token.text)) return false;
    return token.type !== 'number' || this.#tokens[this.#at - 1]?.type !== 'number';
  }

  /** Takes the rest of the tokens when they are the unit of what stands before them. */
  #takeUnit(): boolean {
    const token = this.#peek();
    if (this.#groups > 0 || token === undefined || !this.#startsUnit(token)) return false;
    const measured = readUnit(this.#tokens.slice(this.#at), {
      letters: this.#reading.letterUnits,
      inText: this.#inText,
    });
    if (measured === null) return false;
    this.unit = measured.unit;
    this.magnitude = measured.magnitude;
    this.#at = this.#tokens.length;
    return true;
  }

  #startsUnit(token: Token): boolean {
    if (token.type === 'text') return !/^\s*(?:[ie]|pi)\s*$/.test(token.text);
    if (isSymbol(token, '(')) return token.space && isNounInBrackets(this.#tokens.slice(this.#at));
    if (token.type === 'symbol') return /^[%¢]$/.test(token.text) || CURRENCIES.has(token.text);
    if (token.type !== 'name') return false;
    if (isChinese(token.text)) return true;
    if (isUnitOrProduct(token.text)) {
      return (this.#reading.letterUnits || this.#inText) && token.space;
    }
    if (isUnitWord(token.text)) return true;
    const before = this.#tokens[this.#at - 1];
    return (
      token.space &&
      (before?.type === 'number' || isSymbol(before, '}', ')')) &&
      meaningOfName(token.text, false).kind === 'word'
    );
  }

  #power(): Expression {
    let base = this.#postfix(this.#primary());
    while (isSymbol(this.#peek(), '^')) {
      if (this.#takeDegreeExponent(base)) base = { kind: 'degrees', of: base };
      else {
        this.#at += 1;
        base = this.#postfix({ kind: 'power', base, exponent: this.#exponent() });
      }
    }
    return base;
  }

  /** `^\circ`, `^{\circ}`, and `^o` behind a number. */
  #takeDegreeExponent(base: Expression): boolean {
    const next = this.#peek(1);
    const letter = next?.type === 'name' && next.text === 'o' && base.kind === 'number';
    if (isSymbol(next, '°') || letter) {
      this.#at += 2;
      return true;
    }
    if (isSymbol(next, '{') && isSymbol(this.#peek(2), '°') && isSymbol(this.#peek(3), '}')) {
      this.#at += 4;
      return true;
    }
    return false;
  }

  /** An exponent binds to the right: `2^3^2` is 2 to the 9. */
  #exponent(): Expression {
    return this.#nested(() =>
      this.#signed(() => {
        const base = this.#primary();
        if (this.#accept('^') === null) return base;
        return { kind: 'power', base, exponent: this.#exponent() };
      }),
    );
  }

  #postfix(of: Expression): Expression {
    if (this.#accept('!') !== null) {
      if (this.#accept('!') === null) return this.#postfix({ kind: 'factorial', of });
      if (isSymbol(this.#peek(), '!')) throw new BrokenMath('a factorial of a factorial');
      return doubleFactorial(of);
    }
    const token = this.#peek();
    const word = token?.type === 'name' && /^deg(?:rees?)?$/i.test(token.text);
    if (!word && !isSymbol(token, '°')) return of;
    this.#at += 1;
    return { kind: 'degrees', of };
  }

  #primary(): Expression {
    const token = this.#peek();
    if (token === undefined) throw new BrokenMath('a formula that breaks off');
    this.#at += 1;
    if (token.type === 'number') return { kind: 'number', value: token.value };
    if (token.type === 'name') return this.#name(token);
    if (token.type === 'text') return this.#word(token.text.trim());
    if (token.type === 'command') return this.#command(token.text);
    if (token.text === '∞') return symbol('infinity');
    if (token.text === '|') {
      const argument = this.#between(true);
      // A bar without its partner is another sign: `2|n`.
      if (this.#accept('|') === null) throw new NotMath('no |');
      return { kind: 'call', name: 'abs', argument };
    }
    if (token.text === '⌊' || token.text === '⌈') return this.#rounded(token.text);
    const closer = CLOSERS.get(token.text);
    if (closer === undefined) {
      const isMark = /^[\^!]$/.test(token.text) && this.#at === 1 && this.#tokens.length > 1;
      if (isMark) throw new NotMath(MARK_IN_FRONT);
      const isBroken =
        OPERATORS.has(token.text) || (this.#groups > 0 && /^[)\]]$/.test(token.text));
      throw new (isBroken ? BrokenMath : NotMath)(`${token.text} where a value belongs`);
    }
    if (isSymbol(this.#peek(), '}') && isSymbol(this.#peek(1), '^', '_')) {
      throw new NotMath(MARK_IN_FRONT);
    }
    const inner = this.#between(false);
    this.#expect(closer);
    return inner;
  }

  /** A value rounded down or up to a whole number. */
  #rounded(open: '⌊' | '⌈'): Expression {
    const argument = this.#between(false);
    this.#expect(open === '⌊' ? '⌋' : '⌉');
    return { kind: 'call', name: open === '⌊' ? 'floor' : 'ceil', argument };
  }

  /** What stands between bars or brackets; between bars the next bar closes. */
  #between(bars: boolean): Expression {
    const outer = this.#inBars;
    this.#inBars = bars;
    const inner = this.#nested(() => this.#group());
    this.#inBars = outer;
    return inner;
  }

  /** A text command inside a formula: one letter, a constant or the name of a function. */
  #word(text: string): Expression {
    if (!/^\p{L}+$/u.test(text)) throw new NotMath('words inside a formula');
    if (PREPOSITION.test(text)) throw new NotMath('words inside a formula');
    const meaning = meaningOfName(text, text.length === 1);
    if (meaning.kind === 'word') throw new NotMath('words inside a formula');
    if (meaning.kind === 'symbols' && meaning.names.length > 1) return this.#spelt(text, true);
    return this.#name({ type: 'name', text, space: false });
  }

  /** A run of letters that is a name, and no product of its letters: `\text{IX}` is not `\text{XI}`. */
  #spelt(text: string, isWord: boolean): Expression {
    return this.#subscripted(isWord || this.#reading.foldCase ? text.toLowerCase() : text);
  }

  #name(token: Token): Expression {
    const before = this.#tokens[this.#at - 2];
    const after = this.#peek();
    const attached =
      (before !== undefined && !token.space) || (after !== undefined && !after.space);
    const meaning = meaningOfName(token.text, attached);
    if (meaning.kind === 'word') throw new NotMath('a word');
    if (meaning.kind === 'function') {
      this.#splice(meaning.rest === '' ? [] : [meaning.rest]);
      return this.#nested(() => this.#call(meaning.name));
    }
    const [first = '', ...rest] = meaning.names;
    if (rest.length > 0 && this.#isSpelt(token.text)) return this.#spelt(token.text, this.#inText);
    this.#splice(rest);
    return this.#subscripted(this.#reading.foldCase ? first.toLowerCase() : first);
  }

  /** Whether a run of letters is spelt: in words, and where it starts with a capital and stands alone. */
  #isSpelt(run: string): boolean {
    if (this.#inText) return true;
    return (this.#reading.foldCase || /^[A-Z]/.test(run)) && isLoneRun(this.#tokens, run);
  }

  /** Puts letters in front of the tokens that are left. */
  #splice(letters: readonly string[]): void {
    const tokens = letters.map((text): Token => ({ type: 'name', text, space: false }));
    this.#tokens.splice(this.#at, 0, ...tokens);
  }

  #subscripted(name: string): Expression {
    if (this.#accept('_') === null) return symbol(name);
    const index = this.#peek();
    if (index !== undefined && index.type !== 'symbol') {
      this.#at += 1;
      return symbol(`${name}_${index.text}`);
    }
    this.#expect('{');
    let text = '';
    for (let token = this.#peek(); token !== undefined; token = this.#peek()) {
      this.#at += 1;
      if (isSymbol(token, '}')) return symbol(`${name}_${text}`);
      text += token.text;
    }
    throw new NotMath('a subscript that does not close');
  }

  #call(name: SpeltFunction): Expression {
    const base = name === 'log' && this.#accept('_') !== null ? this.#argument() : null;
    const exponent = this.#accept('^') === null ? null : this.#exponent();
    return apply({ name, base, exponent, argument: this.#functionArgument() });
  }

  /** A bracket, or the factors up to the next operator, bracket or function: `\sin 2x`. */
  #functionArgument(): Expression {
    if (isSymbol(this.#peek(), '(', '[', '{')) return this.#primary();
    let argument = this.#signed(() => this.#power());
    for (let token = this.#peek(); token !== undefined; token = this.#peek()) {
      const names = token.type === 'name' && meaningOfName(token.text, true).kind === 'symbols';
      const fraction = token.type === 'command' && this.#startsFactor();
      if (!names && !fraction) break;
      if (this.#groups === 1 && this.#startsUnit(token)) break;
      argument = { kind: 'product', factors: [argument, this.#power()] };
    }
    return argument;
  }

  #command(name: string): Expression {
    if (['frac', 'dfrac', 'tfrac', 'cfrac'].includes(name)) {
      const top = this.#argument();
      return quotient(top, this.#argument());
    }
    if (['binom', 'dbinom', 'tbinom'].includes(name)) {
      const top = this.#argument();
      return { kind: 'binomial', top, bottom: this.#argument() };
    }
    if (['over', 'choose'].includes(name)) throw new BrokenMath(`\\${name} without its upper part`);
    if (name !== 'sqrt') throw new NotMath(`\\${name}`);
    let index = number(2n);
    if (this.#accept('[') !== null) {
      index = this.#nested(() => this.#sum());
      this.#expect(']');
    }
    const base = this.#nested(() => this.#primary());
    return { kind: 'power', base, exponent: quotient(number(1n), index) };
  }

  /** The argument of a TeX command: a group, or one character. */
  #argument(): Expression {
    const token = this.#peek();
    if ((token?.type === 'number' || token?.type === 'name') && /^\w\w/.test(token.text)) {
      const rest = readTokens(token.text.slice(1));
      this.#tokens.splice(this.#at, 1, ...readTokens(token.text.slice(0, 1)), ...rest);
    }
    return this.#nested(() => this.#primary());
  }
}
