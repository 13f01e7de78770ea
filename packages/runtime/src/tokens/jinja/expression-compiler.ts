import { attribute, item, slice } from './attributes.ts';
import { chargeItems, chargeText } from './budget.ts';
import { findFilter } from './filters.ts';
import { type Evaluate, type Frame, outerFrame } from './frame.ts';
import { REFUSED_GLOBALS } from './globals.ts';
import { PyFloat } from './numbers.ts';
import { add, binary, signed } from './operators.ts';
import { compare, contains, equal } from './order.ts';
import { PyDict } from './py-dict.ts';
import { toText } from './python-text.ts';
import type { Symbols, Variable } from './symbols.ts';
import type { Arguments, CompareOperator, Expression } from './syntax.ts';
import { TemplateError } from './template-error.ts';
import { findTest } from './tests.ts';
import {
  type CallArguments,
  callableOf,
  dictEntries,
  dictGet,
  isDict,
  iterate,
  truthy,
  Tuple,
  typeName,
} from './values.ts';

type Condition = (frame: Frame) => boolean;

const NO_KEYWORDS: ReadonlyMap<string, unknown> = new Map();

/** Expressions that take as long as some others, even where there is little to do. */
const WEIGHTS: ReadonlyMap<Expression['kind'], number> = new Map([
  ['call', 3],
  ['filter', 3],
  ['test', 3],
  ['slice', 3],
  ['binary', 2],
]);

/** Compiles expressions to closures; names are resolved to slots here, once. */
export class ExpressionCompiler {
  readonly #globals: ReadonlyMap<string, unknown>;
  /** Expressions compiled so far: what one round of a loop costs is counted by it. */
  compiled = 0;

  constructor(globals: ReadonlyMap<string, unknown>) {
    this.#globals = globals;
  }

  /** Python's truth of an expression. */
  condition(expression: Expression, symbols: Symbols): Condition {
    const evaluate = this.compile(expression, symbols);
    return (frame) => {
      const value = evaluate(frame);
      return typeof value === 'boolean' ? value : truthy(value);
    };
  }

  args(args: Arguments, symbols: Symbols): (frame: Frame) => CallArguments {
    const positional = args.positional.map((argument) => this.compile(argument, symbols));
    const keyword = args.keyword.map(
      ([name, argument]) => [name, this.compile(argument, symbols)] as const,
    );
    const [rest, options] = [args.rest, args.options].map((argument) =>
      argument === undefined ? undefined : this.compile(argument, symbols),
    );
    if (rest === undefined && options === undefined && keyword.length === 0) {
      const [only] = positional;
      if (only === undefined) return () => ({ positional: [], keyword: NO_KEYWORDS });
      if (positional.length === 1) {
        return (frame) => ({ positional: [only(frame)], keyword: NO_KEYWORDS });
      }
    }
    return (frame) => {
      const values = positional.map((evaluate) => evaluate(frame));
      if (rest !== undefined) values.push(...iterate(rest(frame)));
      const named = new Map(keyword.map(([name, evaluate]) => [name, evaluate(frame)]));
      if (options !== undefined) addOptions(named, options(frame));
      return { positional: values, keyword: named };
    };
  }

  compile(expression: Expression, symbols: Symbols): Evaluate {
    this.compiled += WEIGHTS.get(expression.kind) ?? 1;
    switch (expression.kind) {
      case 'constant': {
        const { value } = expression;
        return () => value;
      }
      case 'float': {
        const value = new PyFloat(expression.value);
        return () => value;
      }
      case 'name':
        return this.#name(expression.name, symbols);
      case 'or':
      case 'and':
        return this.#logical(expression.kind, expression.left, expression.right, symbols);
      case 'not': {
        const operand = this.condition(expression.operand, symbols);
        return (frame) => !operand(frame);
      }
      case 'negative':
      case 'positive': {
        const operand = this.compile(expression.operand, symbols);
        const sign = expression.kind === 'negative' ? -1 : 1;
        return (frame) => signed(sign, operand(frame));
      }
      case 'conditional': {
        const test = this.condition(expression.test, symbols);
        const value = this.compile(expression.value, symbols);
        const otherwise =
          expression.otherwise === undefined
            ? undefined
            : this.compile(expression.otherwise, symbols);
        return (frame) => (test(frame) ? value(frame) : otherwise?.(frame));
      }
      case 'binary': {
        const { operator } = expression;
        const left = this.compile(expression.left, symbols);
        const right = this.compile(expression.right, symbols);
        if (operator === '+') return (frame) => add(left(frame), right(frame));
        return (frame) => binary(operator, left(frame), right(frame));
      }
      case 'compare':
        return this.#compare(expression.first, expression.rest, symbols);
      case 'concat': {
        const parts = this.#all(expression.parts, symbols);
        return (frame) => {
          const text = parts.map((part) => toText(part(frame))).join('');
          chargeText(text.length);
          return text;
        };
      }
      case 'tuple': {
        const items = this.#all(expression.items, symbols);
        return (frame) => new Tuple(items.map((entry) => entry(frame)));
      }
      case 'list': {
        const items = this.#all(expression.items, symbols);
        return (frame) => {
          chargeItems(items.length);
          return items.map((entry) => entry(frame));
        };
      }
      case 'dict': {
        const entries = expression.entries.map(
          ([key, value]) => [this.compile(key, symbols), this.compile(value, symbols)] as const,
        );
        return (frame) => PyDict.from(entries.map(([key, value]) => [key(frame), value(frame)]));
      }
      case 'attribute': {
        const { name } = expression;
        const object = this.compile(expression.object, symbols);
        return (frame) => attribute(object(frame), name);
      }
      case 'item': {
        const object = this.compile(expression.object, symbols);
        const key = this.compile(expression.key, symbols);
        return (frame) => item(object(frame), key(frame));
      }
      case 'slice': {
        const object = this.compile(expression.object, symbols);
        const [start, stop, step] = [expression.start, expression.stop, expression.step].map(
          (bound) => (bound === undefined ? () => null : this.compile(bound, symbols)),
        );
        return (frame) => slice(object(frame), start?.(frame), stop?.(frame), step?.(frame));
      }
      case 'call':
        return this.call(expression.callee, expression.args, symbols);
      case 'filter': {
        const filter = findFilter(expression.name, expression.line);
        const operand = this.compile(expression.operand, symbols);
        const args = this.args(expression.args, symbols);
        return (frame) => filter(operand(frame), args(frame));
      }
      case 'test': {
        const test = findTest(expression.name, expression.line);
        const operand = this.compile(expression.operand, symbols);
        const args = this.args(expression.args, symbols);
        const { negated } = expression;
        return (frame) => test(operand(frame), args(frame)) !== negated;
      }
    }
  }

  #all(expressions: readonly Expression[], symbols: Symbols): Evaluate[] {
    return expressions.map((expression) => this.compile(expression, symbols));
  }

  /** What a variable holds, wherever its function is. */
  read(variable: Variable, symbols: Symbols): Evaluate {
    const { index } = variable;
    const depth = depthOf(variable, symbols);
    if (depth === 0) return (frame) => frame.slots[index];
    return (frame) => outerFrame(frame, depth).slots[index];
  }

  /** @throws TemplateError for a global that is not implemented */
  #name(name: string, symbols: Symbols): Evaluate {
    const reason = REFUSED_GLOBALS.get(name);
    if (reason !== undefined && symbols.isFromContext(name)) {
      throw new TemplateError(`the name \`${name}\` is not implemented: ${reason}`);
    }
    return this.read(symbols.variable(name), symbols);
  }

  /** A variable given to the template, or a global. */
  contextName(name: string): Evaluate {
    const fallback = this.#globals.get(name);
    return ({ run }) => {
      const value = dictGet(run.variables, name);
      return value === undefined ? fallback : value;
    };
  }

  call(
    callee: Expression,
    args: Arguments,
    symbols: Symbols,
    caller?: (frame: Frame) => unknown,
  ): Evaluate {
    const called = this.compile(callee, symbols);
    const evaluated = this.args(args, symbols);
    const label = callee.kind === 'name' || callee.kind === 'attribute' ? callee.name : 'the value';
    return (frame) => {
      const target = called(frame);
      const { positional, keyword } = evaluated(frame);
      const named =
        caller === undefined ? keyword : new Map([...keyword, ['caller', caller(frame)]]);
      const callable = callableOf(target);
      if (callable !== undefined) return callable({ positional, keyword: named });
      const problem = target === undefined ? 'is undefined' : 'cannot be called';
      throw new TemplateError(`\`${label}\` ${problem}`);
    };
  }

  #logical(kind: 'or' | 'and', first: Expression, second: Expression, symbols: Symbols): Evaluate {
    const left = this.compile(first, symbols);
    const right = this.compile(second, symbols);
    const stops = kind === 'or';
    return (frame) => {
      const value = left(frame);
      return truthy(value) === stops ? value : right(frame);
    };
  }

  #compare(
    first: Expression,
    rest: readonly (readonly [CompareOperator, Expression])[],
    symbols: Symbols,
  ): Evaluate {
    const left = this.compile(first, symbols);
    const steps = rest.map(
      ([operator, expression]) =>
        [comparison(operator), this.compile(expression, symbols)] as const,
    );
    const [only] = steps;
    if (steps.length === 1 && only !== undefined) {
      const [holds, right] = only;
      return (frame) => holds(left(frame), right(frame));
    }
    return (frame) => {
      let value = left(frame);
      return steps.every(([holds, right]) => {
        const before = value;
        value = right(frame);
        return holds(before, value);
      });
    };
  }
}

/** How many functions out a variable lives. */
export function depthOf({ owner }: Variable, { slots }: Symbols): number {
  let depth = 0;
  for (let at = slots; at !== owner && at.parent !== undefined; at = at.parent) depth += 1;
  return depth;
}

function addOptions(named: Map<string, unknown>, options: unknown): void {
  if (!isDict(options)) {
    throw new TemplateError(`argument after ** must be a mapping, not ${typeName(options)}`);
  }
  for (const [key, value] of dictEntries(options)) {
    if (typeof key !== 'string') throw new TemplateError('keywords must be strings');
    if (named.has(key)) throw new TemplateError(`got multiple values for keyword '${key}'`);
    named.set(key, value);
  }
}

function comparison(operator: CompareOperator): (left: unknown, right: unknown) => boolean {
  switch (operator) {
    case '==':
      return equal;
    case '!=':
      return (left, right) => !equal(left, right);
    case 'in':
      return contains;
    case 'not in':
      return (left, right) => !contains(left, right);
    case '<':
      return (left, right) => compare(left, right) < 0;
    case '>':
      return (left, right) => compare(left, right) > 0;
    case '<=':
      return (left, right) => compare(left, right) <= 0;
    case '>=':
      return (left, right) => compare(left, right) >= 0;
  }
}
