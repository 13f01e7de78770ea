import { Fault } from '../python/fault.ts';
import { add, negate, subtract } from '../python/number.ts';
import type { PyNumber } from '../python/value.ts';
import { divide, floorDivide, multiplyBounded, power } from './arithmetic.ts';

/** As deep as CPython reads parentheses. */
const MAX_PARENTHESES = 200;

/** Powers of powers of powers; the stack holds many times more. */
const MAX_POWERS = 500;

const TOKEN = / *(?:(\d+\.\d*|\.\d+|\d+)|(\*\*|\/\/|[-+*/()]))/y;

/** Reads and computes an expression from left to right, one token ahead. */
class Calculation {
  readonly #text: string;
  #at = 0;
  #token = '';
  #parentheses = 0;
  #powers = 0;

  constructor(text: string) {
    this.#text = text.trimEnd();
    this.#advance();
  }

  run(): PyNumber {
    const value = this.#sum();
    if (this.#token !== '') this.#refuse();
    return value;
  }

  #advance(): void {
    if (this.#at === this.#text.length) {
      this.#token = '';
      return;
    }
    TOKEN.lastIndex = this.#at;
    const [, number, operator] = TOKEN.exec(this.#text) ?? [];
    this.#token = number ?? operator ?? '';
    if (this.#token === '') throw new Fault('the expression has a point without digits');
    this.#at = TOKEN.lastIndex;
  }

  #refuse(): never {
    if (this.#token === '') throw new Fault('the expression ends where a number is expected');
    throw new Fault(`the expression is no arithmetic: ${this.#token.slice(0, 20)} is out of place`);
  }

  #takes(token: string): boolean {
    if (this.#token !== token) return false;
    this.#advance();
    return true;
  }

  #sum(): PyNumber {
    let value = this.#product();
    for (;;) {
      if (this.#takes('+')) value = add(value, this.#product());
      else if (this.#takes('-')) value = subtract(value, this.#product());
      else return value;
    }
  }

  #product(): PyNumber {
    let value = this.#signed();
    for (;;) {
      if (this.#takes('*')) value = multiplyBounded(value, this.#signed());
      else if (this.#takes('/')) value = divide(value, this.#signed());
      else if (this.#takes('//')) value = floorDivide(value, this.#signed());
      else return value;
    }
  }

  #signed(): PyNumber {
    let isNegative = false;
    for (;;) {
      if (this.#takes('-')) isNegative = !isNegative;
      else if (!this.#takes('+')) break;
    }
    const value = this.#power();
    return isNegative ? negate(value) : value;
  }

  /** Binds more tightly than a sign before it, less tightly than one behind it. */
  #power(): PyNumber {
    const base = this.#atom();
    if (!this.#takes('**')) return base;
    this.#powers += 1;
    if (this.#powers > MAX_POWERS) throw new Fault('the expression is nested too deeply');
    const exponent = this.#signed();
    this.#powers -= 1;
    return power(base, exponent);
  }

  #atom(): PyNumber {
    if (this.#takes('(')) {
      this.#parentheses += 1;
      if (this.#parentheses > MAX_PARENTHESES)
        throw new Fault('the expression is nested too deeply');
      const value = this.#sum();
      if (!this.#takes(')')) {
        if (this.#token !== '') this.#refuse();
        throw new Fault('the expression leaves a parenthesis open');
      }
      this.#parentheses -= 1;
      return value;
    }
    const text = this.#token;
    if (!/\d/.test(text)) this.#refuse();
    this.#advance();
    if (text.includes('.')) return Number(text);
    if (/^0+[1-9]/.test(text)) throw new Fault(`a number begins with 0: ${text.slice(0, 20)}`);
    return BigInt(text);
  }
}

/**
 * The value of an arithmetic expression: numbers, `+ - * / // **` and parentheses, with Python's
 * precedence and its `int` and `float`.
 *
 * Nothing of it is run as code, and no value grows beyond what a float could hold many times over.
 *
 * @throws Fault when it is no arithmetic, or divides by zero.
 */
export function evaluate(expression: string): PyNumber {
  return new Calculation(expression).run();
}
