import { findFilter } from './filters.ts';
import { type Evaluate, type Frame, outerFrame } from './frame.ts';
import { add, attribute, binary, item, slice } from './operators.ts';
import { toText } from './python-text.ts';
import type { Scope } from './scope.ts';
import type { Arguments, CompareOperator, Expression } from './syntax.ts';
import { TemplateError } from './template-error.ts';
import { findTest } from './tests.ts';
import {
  type Callable,
  type CallArguments,
  compare,
  contains,
  equal,
  isCallable,
  isFloat,
  numberOf,
  PyFloat,
  truthy,
  Tuple,
} from './values.ts';

type Condition = (frame: Frame) => boolean;

const NO_KEYWORDS: ReadonlyMap<string, unknown> = new Map();

/** Compiles expressions to closures; names are resolved to slots here, once. */
export class ExpressionCompiler {
  readonly #globals: ReadonlyMap<string, Callable>;

  constructor(globals: ReadonlyMap<string, Callable>) {
    this.#globals = globals;
  }

  /** Python's truth of an expression. */
  condition(expression: Expression, scope: Scope): Condition {
    const evaluate = this.compile(expression, scope);
    return (frame) => {
      const value = evaluate(frame);
      return typeof value === 'boolean' ? value : truthy(value);
    };
  }

  args(args: Arguments, scope: Scope): (frame: Frame) => CallArguments {
    const positional = args.positional.map((argument) => this.compile(argument, scope));
    const keyword = args.keyword.map(
      ([name, argument]) => [name, this.compile(argument, scope)] as const,
    );
    return (frame) => ({
      positional: positional.map((evaluate) => evaluate(frame)),
      keyword:
        keyword.length === 0
          ? NO_KEYWORDS
          : new Map(keyword.map(([name, evaluate]) => [name, evaluate(frame)])),
    });
  }

  compile(expression: Expression, scope: Scope): Evaluate {
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
        return this.name(expression.name, scope);
      case 'or':
      case 'and':
        return this.#logical(expression.kind, expression.left, expression.right, scope);
      case 'not': {
        const operand = this.condition(expression.operand, scope);
        return (frame) => !operand(frame);
      }
      case 'negative':
      case 'positive':
        return this.#sign(expression.kind === 'negative' ? -1 : 1, expression.operand, scope);
      case 'conditional': {
        const test = this.condition(expression.test, scope);
        const value = this.compile(expression.value, scope);
        const otherwise =
          expression.otherwise === undefined
            ? undefined
            : this.compile(expression.otherwise, scope);
        return (frame) => (test(frame) ? value(frame) : otherwise?.(frame));
      }
      case 'binary': {
        const { operator } = expression;
        const left = this.compile(expression.left, scope);
        const right = this.compile(expression.right, scope);
        if (operator === '+') return (frame) => add(left(frame), right(frame));
        return (frame) => binary(operator, left(frame), right(frame));
      }
      case 'compare':
        return this.#compare(expression.first, expression.rest, scope);
      case 'concat': {
        const parts = expression.parts.map((part) => this.compile(part, scope));
        return (frame) => parts.map((part) => toText(part(frame))).join('');
      }
      case 'tuple': {
        const items = expression.items.map((entry) => this.compile(entry, scope));
        return (frame) => new Tuple(items.map((entry) => entry(frame)));
      }
      case 'list': {
        const items = expression.items.map((entry) => this.compile(entry, scope));
        return (frame) => items.map((entry) => entry(frame));
      }
      case 'dict': {
        const entries = expression.entries.map(
          ([key, value]) => [this.compile(key, scope), this.compile(value, scope)] as const,
        );
        return (frame) => new Map(entries.map(([key, value]) => [key(frame), value(frame)]));
      }
      case 'attribute': {
        const { name } = expression;
        const object = this.compile(expression.object, scope);
        return (frame) => attribute(object(frame), name);
      }
      case 'item': {
        const object = this.compile(expression.object, scope);
        const key = this.compile(expression.key, scope);
        return (frame) => item(object(frame), key(frame));
      }
      case 'slice': {
        const object = this.compile(expression.object, scope);
        const [start, stop, step] = [expression.start, expression.stop, expression.step].map(
          (bound) => (bound === undefined ? undefined : this.compile(bound, scope)),
        );
        return (frame) => slice(object(frame), start?.(frame), stop?.(frame), step?.(frame));
      }
      case 'call':
        return this.call(expression.callee, expression.args, scope);
      case 'filter': {
        const filter = findFilter(expression.name, expression.line);
        const operand = this.compile(expression.operand, scope);
        const args = this.args(expression.args, scope);
        return (frame) => filter(operand(frame), args(frame));
      }
      case 'test': {
        const test = findTest(expression.name, expression.line);
        const operand = this.compile(expression.operand, scope);
        const args = expression.args.map((argument) => this.compile(argument, scope));
        const wanted = !expression.negated;
        return (frame) =>
          test(operand(frame), ...args.map((argument) => argument(frame))) === wanted;
      }
    }
  }

  name(name: string, scope: Scope): Evaluate {
    const slot = scope.find(name);
    if (slot !== undefined) {
      const { depth, index } = slot;
      if (depth === 0) return (frame) => frame.slots[index];
      return (frame) => outerFrame(frame, depth).slots[index];
    }
    return this.contextName(name);
  }

  /** A name that no scope assigns: a variable given to the template, or a global. */
  contextName(name: string): Evaluate {
    const fallback = this.#globals.get(name);
    return ({ run }) => (Object.hasOwn(run.variables, name) ? run.variables[name] : fallback);
  }

  call(callee: Expression, args: Arguments, scope: Scope): Evaluate {
    const called = this.compile(callee, scope);
    const evaluated = this.args(args, scope);
    const label = callee.kind === 'name' || callee.kind === 'attribute' ? callee.name : 'the value';
    return (frame) => {
      const target = called(frame);
      if (!isCallable(target)) {
        const problem = target === undefined ? 'is undefined' : 'cannot be called';
        throw new TemplateError(`\`${label}\` ${problem}`);
      }
      return target(evaluated(frame));
    };
  }

  #logical(kind: 'or' | 'and', first: Expression, second: Expression, scope: Scope): Evaluate {
    const left = this.compile(first, scope);
    const right = this.compile(second, scope);
    const stops = kind === 'or';
    return (frame) => {
      const value = left(frame);
      return truthy(value) === stops ? value : right(frame);
    };
  }

  #sign(sign: 1 | -1, expression: Expression, scope: Scope): Evaluate {
    const operand = this.compile(expression, scope);
    return (frame) => {
      const value = operand(frame);
      const number = numberOf(value);
      if (number === undefined) throw new TemplateError('a sign needs a number');
      return isFloat(value) ? new PyFloat(sign * number) : sign * number;
    };
  }

  #compare(
    first: Expression,
    rest: readonly (readonly [CompareOperator, Expression])[],
    scope: Scope,
  ): Evaluate {
    const left = this.compile(first, scope);
    const steps = rest.map(
      ([operator, expression]) => [comparison(operator), this.compile(expression, scope)] as const,
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
