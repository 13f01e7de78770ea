import type { Token } from './lexer.ts';
import {
  type Arguments,
  type BinaryOperator,
  type CompareOperator,
  type Expression,
  NO_ARGUMENTS,
} from './syntax.ts';
import { TemplateError } from './template-error.ts';

const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
]);

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '>', '<=', '>=']);

function isComparison(text: string): text is CompareOperator {
  return COMPARISONS.has(text);
}

/** Parses the tokens of one tag, by Jinja's precedence. */
export class ExpressionParser {
  readonly line: number;
  readonly #tokens: readonly Token[];
  #index = 0;

  constructor(tokens: readonly Token[], line: number) {
    this.#tokens = tokens;
    this.line = line;
  }

  get atEnd(): boolean {
    return this.#index >= this.#tokens.length;
  }

  /** Whether the next token is this operator or keyword. */
  is(text: string): boolean {
    const token = this.#tokens[this.#index];
    return (
      token !== undefined &&
      (token.kind === 'operator' || token.kind === 'name') &&
      token.text === text
    );
  }

  eat(text: string): boolean {
    if (!this.is(text)) return false;
    this.#index += 1;
    return true;
  }

  expect(text: string): void {
    if (!this.eat(text)) this.fail(`expected \`${text}\``);
  }

  expectEnd(): void {
    if (!this.atEnd) this.fail('expected the end of the tag');
  }

  name(): string {
    const token = this.#tokens[this.#index];
    if (token?.kind !== 'name') return this.fail('expected a name');
    this.#index += 1;
    return token.text;
  }

  fail(expected: string): never {
    const token = this.#tokens[this.#index];
    const got = token === undefined ? 'the end of the tag' : `\`${token.text}\``;
    throw new TemplateError(`${expected}, got ${got}`, token?.line ?? this.line);
  }

  /** An expression, or several joined by commas as a tuple; a name of `ends` may follow a comma. */
  tuple(conditional = true, ends: readonly string[] = []): Expression {
    const first = this.expression(conditional);
    if (!this.is(',')) return first;
    const items = [first];
    while (this.eat(',')) {
      if (this.atEnd || this.is(')') || ends.some((end) => this.is(end))) break;
      items.push(this.expression(conditional));
    }
    return { kind: 'tuple', items };
  }

  expression(conditional = true): Expression {
    let value = this.#or();
    if (!conditional) return value;
    while (this.eat('if')) {
      const test = this.#or();
      const otherwise = this.eat('else') ? this.expression() : undefined;
      value = { kind: 'conditional', test, value, otherwise };
    }
    return value;
  }

  args(): Arguments {
    const positional: Expression[] = [];
    const keyword: [string, Expression][] = [];
    let rest: Expression | undefined;
    let options: Expression | undefined;
    this.expect('(');
    while (!this.is(')')) {
      const token = this.#tokens[this.#index];
      const next = this.#tokens[this.#index + 1];
      if (options !== undefined) this.fail('expected no argument after `**`');
      if (this.eat('**')) {
        options = this.expression();
      } else if (this.eat('*')) {
        if (rest !== undefined) this.fail('expected one `*` argument');
        rest = this.expression();
      } else if (token?.kind === 'name' && next?.kind === 'operator' && next.text === '=') {
        this.#index += 2;
        if (keyword.some(([name]) => name === token.text)) {
          this.fail(`expected one argument '${token.text}'`);
        }
        keyword.push([token.text, this.expression()]);
      } else {
        if (keyword.length > 0 || rest !== undefined) this.fail('expected a keyword argument');
        positional.push(this.expression());
      }
      if (!this.eat(',')) break;
    }
    this.expect(')');
    return { positional, keyword, rest, options };
  }

  #or(): Expression {
    let left = this.#and();
    while (this.eat('or')) left = { kind: 'or', left, right: this.#and() };
    return left;
  }

  #and(): Expression {
    let left = this.#not();
    while (this.eat('and')) left = { kind: 'and', left, right: this.#not() };
    return left;
  }

  #not(): Expression {
    return this.eat('not') ? { kind: 'not', operand: this.#not() } : this.#compare();
  }

  #compare(): Expression {
    const first = this.#sum();
    const rest: [CompareOperator, Expression][] = [];
    for (;;) {
      const token = this.#tokens[this.#index];
      if (token?.kind === 'operator' && isComparison(token.text)) {
        this.#index += 1;
        rest.push([token.text, this.#sum()]);
      } else if (this.eat('in')) {
        rest.push(['in', this.#sum()]);
      } else if (this.is('not') && this.#tokens[this.#index + 1]?.text === 'in') {
        this.#index += 2;
        rest.push(['not in', this.#sum()]);
      } else {
        return rest.length === 0 ? first : { kind: 'compare', first, rest };
      }
    }
  }

  #operator(operators: readonly BinaryOperator[]): BinaryOperator | undefined {
    const token = this.#tokens[this.#index];
    if (token?.kind !== 'operator') return undefined;
    const operator = operators.find((candidate) => candidate === token.text);
    if (operator !== undefined) this.#index += 1;
    return operator;
  }

  #sum(): Expression {
    return this.#leftAssociative(['+', '-'], () => this.#concat());
  }

  #concat(): Expression {
    const parts = [this.#product()];
    while (this.eat('~')) parts.push(this.#product());
    const [first] = parts;
    return parts.length === 1 && first !== undefined ? first : { kind: 'concat', parts };
  }

  #product(): Expression {
    return this.#leftAssociative(['*', '/', '//', '%'], () =>
      this.#leftAssociative(['**'], () => this.#unary(true)),
    );
  }

  #leftAssociative(operators: readonly BinaryOperator[], operand: () => Expression): Expression {
    let left = operand();
    for (;;) {
      const operator = this.#operator(operators);
      if (operator === undefined) return left;
      left = { kind: 'binary', operator, left, right: operand() };
    }
  }

  #unary(filters: boolean): Expression {
    let value: Expression;
    if (this.eat('-')) value = { kind: 'negative', operand: this.#unary(false) };
    else if (this.eat('+')) value = { kind: 'positive', operand: this.#unary(false) };
    else value = this.#primary();
    value = this.#postfix(value);
    return filters ? this.#filters(value) : value;
  }

  #primary(): Expression {
    const token = this.#tokens[this.#index];
    if (token === undefined) return this.fail('expected an expression');
    if (token.kind === 'name') {
      this.#index += 1;
      const constant = CONSTANTS.get(token.text);
      return constant === undefined
        ? { kind: 'name', name: token.text }
        : { kind: 'constant', value: constant };
    }
    if (token.kind === 'string') return this.#strings();
    if (token.kind === 'integer' || token.kind === 'float') {
      this.#index += 1;
      if (token.kind === 'float') return { kind: 'float', value: token.value };
      return { kind: 'constant', value: token.value };
    }
    if (this.eat('(')) return this.#parenthesis();
    if (this.eat('[')) return { kind: 'list', items: this.#items(']') };
    if (this.eat('{')) return { kind: 'dict', entries: this.#entries() };
    return this.fail('expected an expression');
  }

  #strings(): Expression {
    let value = '';
    for (;;) {
      const token = this.#tokens[this.#index];
      if (token?.kind !== 'string') return { kind: 'constant', value };
      value += token.text;
      this.#index += 1;
    }
  }

  #parenthesis(): Expression {
    if (this.eat(')')) return { kind: 'tuple', items: [] };
    const value = this.tuple();
    this.expect(')');
    return value;
  }

  #items(close: string): Expression[] {
    const items: Expression[] = [];
    while (!this.is(close)) {
      items.push(this.expression());
      if (!this.eat(',')) break;
    }
    this.expect(close);
    return items;
  }

  #entries(): [Expression, Expression][] {
    const entries: [Expression, Expression][] = [];
    while (!this.is('}')) {
      const key = this.expression();
      this.expect(':');
      entries.push([key, this.expression()]);
      if (!this.eat(',')) break;
    }
    this.expect('}');
    return entries;
  }

  #postfix(operand: Expression): Expression {
    let value = operand;
    for (;;) {
      if (this.eat('.')) value = this.#attribute(value);
      else if (this.eat('[')) value = this.#subscript(value);
      else if (this.is('(')) value = { kind: 'call', callee: value, args: this.args() };
      else return value;
    }
  }

  #attribute(object: Expression): Expression {
    const token = this.#tokens[this.#index];
    if (token?.kind === 'integer') {
      this.#index += 1;
      return { kind: 'item', object, key: { kind: 'constant', value: token.value } };
    }
    return { kind: 'attribute', object, name: this.name() };
  }

  #subscript(object: Expression): Expression {
    if (this.is(']')) return { kind: 'item', object, key: this.#emptyKey() };
    const start = this.is(':') ? undefined : this.expression();
    if (!this.is(':')) {
      const items = start === undefined ? [] : [start];
      while (this.eat(',') && !this.is(']')) {
        items.push(this.expression());
        if (this.is(':'))
          this.fail('a slice beside another index is not implemented: expected `]`');
      }
      this.expect(']');
      const [only] = items;
      const isOne = items.length === 1 && only !== undefined;
      return { kind: 'item', object, key: isOne ? only : { kind: 'tuple', items } };
    }
    this.expect(':');
    const stop = this.is(']') || this.is(':') ? undefined : this.expression();
    const step = this.eat(':') && !this.is(']') ? this.expression() : undefined;
    if (this.is(',')) this.fail('a slice beside another index is not implemented: expected `]`');
    this.expect(']');
    return { kind: 'slice', object, start, stop, step };
  }

  #emptyKey(): Expression {
    this.expect(']');
    return { kind: 'tuple', items: [] };
  }

  #filters(operand: Expression): Expression {
    let value = operand;
    for (;;) {
      const line = this.#tokens[this.#index]?.line ?? this.line;
      if (this.eat('|')) {
        const name = this.dottedName();
        const args = this.is('(') ? this.args() : NO_ARGUMENTS;
        value = { kind: 'filter', name, operand: value, args, line };
      } else if (this.eat('is')) {
        const negated = this.eat('not');
        const name = this.dottedName();
        value = { kind: 'test', name, operand: value, args: this.#testArgs(), negated, line };
      } else if (this.is('(')) {
        value = { kind: 'call', callee: value, args: this.args() };
      } else {
        return value;
      }
    }
  }

  dottedName(): string {
    let name = this.name();
    while (this.eat('.')) name += `.${this.name()}`;
    return name;
  }

  #testArgs(): Arguments {
    if (this.is('(')) return this.args();
    const token = this.#tokens[this.#index];
    const begins =
      token !== undefined &&
      (token.kind !== 'operator' || token.text === '[' || token.text === '{') &&
      !['else', 'or', 'and'].some((keyword) => this.is(keyword));
    if (!begins) return NO_ARGUMENTS;
    if (this.is('is')) this.fail('tests cannot be chained');
    return { ...NO_ARGUMENTS, positional: [this.#postfix(this.#primary())] };
  }
}
