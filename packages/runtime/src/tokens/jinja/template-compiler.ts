import { ExpressionCompiler } from './expression-compiler.ts';
import { findFilter } from './filters.ts';
import { type Evaluate, type Execute, type Frame, outerFrame } from './frame.ts';
import { toText } from './python-text.ts';
import { assignedNames, Scope, targetNames } from './scope.ts';
import type { BlockFilter, Parameter, Statement, Target } from './syntax.ts';
import { TemplateError } from './template-error.ts';
import {
  type Callable,
  type CallArguments,
  isCallable,
  iterate,
  LoopContext,
  Namespace,
} from './values.ts';

type Assign = (frame: Frame, value: unknown) => void;

/** As Python's recursion limit: a macro that calls itself without end is an error. */
const DEEPEST_CALL = 200;

/**
 * Compiles statements to closures.
 *
 * @throws TemplateError for a filter or test that is unknown.
 */
export function compileStatements(
  statements: readonly Statement[],
  globals: ReadonlyMap<string, Callable>,
): Execute {
  const compiler = new StatementCompiler(new ExpressionCompiler(globals));
  return compiler.scoped(statements, Scope.root());
}

class StatementCompiler {
  readonly #expressions: ExpressionCompiler;

  constructor(expressions: ExpressionCompiler) {
    this.#expressions = expressions;
  }

  /**
   * A body with variables of its own. What it assigns starts as the outer variable of that name,
   * as in Jinja, and is gone after it.
   */
  scoped(body: readonly Statement[], scope: Scope): Execute {
    const entering = [...assignedNames(body)].map((name) => {
      const outer = this.#expressions.name(name, scope);
      return [name, outer] as const;
    });
    const initial = entering.map(([name, outer]) => [scope.declare(name), outer] as const);
    const run = this.#body(body, scope);
    if (initial.length === 0) return run;
    return (frame) => {
      for (const [index, outer] of initial) frame.slots[index] = outer(frame);
      return run(frame);
    };
  }

  #body(body: readonly Statement[], scope: Scope): Execute {
    const steps = body.map((statement) => this.#statement(statement, scope));
    return (frame) => {
      for (const step of steps) {
        const flow = step(frame);
        if (flow !== 'next') return flow;
      }
      return 'next';
    };
  }

  #statement(statement: Statement, scope: Scope): Execute {
    const { line } = statement;
    switch (statement.kind) {
      case 'text': {
        const { text } = statement;
        return ({ run }) => {
          run.output += text;
          return 'next';
        };
      }
      case 'output': {
        const value = this.#expressions.compile(statement.value, scope);
        return (frame) => {
          frame.run.line = line;
          const text = toText(value(frame));
          frame.run.output += text;
          return 'next';
        };
      }
      case 'if':
        return this.#if(statement, scope);
      case 'for':
        return this.#for(statement, scope);
      case 'set': {
        const value = this.#expressions.compile(statement.value, scope);
        const assign = this.#assign(statement.target, scope);
        return (frame) => {
          frame.run.line = line;
          assign(frame, value(frame));
          return 'next';
        };
      }
      case 'set block': {
        const body = this.scoped(statement.body, scope.block());
        const filters = this.#filters(statement.filters, scope);
        const assign = this.#assign(statement.target, scope);
        return (frame) => {
          assign(frame, filters(frame, capture(frame, body)));
          return 'next';
        };
      }
      case 'filter block': {
        const body = this.scoped(statement.body, scope.block());
        const filters = this.#filters(statement.filters, scope);
        return (frame) => {
          const text = toText(filters(frame, capture(frame, body)));
          frame.run.output += text;
          return 'next';
        };
      }
      case 'scope':
        return this.#with(statement, scope);
      case 'macro': {
        const macro = this.#macro(statement.parameters, statement.body, scope);
        const assign = this.#assign({ kind: 'name', name: statement.name }, scope);
        return (frame) => {
          assign(frame, macro(frame));
          return 'next';
        };
      }
      case 'call block':
        return this.#callBlock(statement, scope);
      case 'break':
      case 'continue': {
        const { kind } = statement;
        return () => kind;
      }
    }
  }

  #if(statement: Statement & { kind: 'if' }, scope: Scope): Execute {
    const { line } = statement;
    const branches = statement.branches.map(
      ({ test, body }) =>
        [this.#expressions.condition(test, scope), this.#body(body, scope)] as const,
    );
    const otherwise =
      statement.otherwise === undefined ? undefined : this.#body(statement.otherwise, scope);
    return (frame) => {
      frame.run.line = line;
      for (const [test, body] of branches) if (test(frame)) return body(frame);
      return otherwise === undefined ? 'next' : otherwise(frame);
    };
  }

  #for(statement: Statement & { kind: 'for' }, scope: Scope): Execute {
    const { line } = statement;
    const iterable = this.#expressions.compile(statement.iterable, scope);
    const loopScope = scope.block();
    for (const name of targetNames(statement.target)) loopScope.declare(name);
    const assign = this.#assign(statement.target, loopScope);
    const test =
      statement.test === undefined
        ? undefined
        : this.#expressions.condition(statement.test, loopScope);
    const loopSlot = loopScope.declare('loop');
    const body = this.scoped(statement.body, loopScope.block());
    const otherwise =
      statement.otherwise === undefined
        ? undefined
        : this.scoped(statement.otherwise, scope.block());
    return (frame) => {
      frame.run.line = line;
      let items = iterate(iterable(frame));
      if (test !== undefined) {
        items = items.filter((entry) => {
          assign(frame, entry);
          return test(frame);
        });
      }
      const loop = new LoopContext(items);
      for (; loop.index < items.length; loop.index += 1) {
        // Inner loops write the same slot when the body is entered again.
        frame.slots[loopSlot] = loop;
        assign(frame, items[loop.index]);
        if (body(frame) === 'break') break;
      }
      return items.length === 0 && otherwise !== undefined ? otherwise(frame) : 'next';
    };
  }

  #with(statement: Statement & { kind: 'scope' }, scope: Scope): Execute {
    const inner = scope.block();
    const values = statement.bindings.map(({ value }) => this.#expressions.compile(value, scope));
    const targets = statement.bindings.map(({ target }) => {
      for (const name of targetNames(target)) inner.declare(name);
      return this.#assign(target, inner);
    });
    const body = this.scoped(statement.body, inner.block());
    return (frame) => {
      const evaluated = values.map((value) => value(frame));
      for (const [index, assign] of targets.entries()) assign(frame, evaluated[index]);
      return body(frame);
    };
  }

  #callBlock(statement: Statement & { kind: 'call block' }, scope: Scope): Execute {
    const { line } = statement;
    const caller = this.#macro(statement.parameters, statement.body, scope);
    const callee = this.#expressions.compile(statement.callee, scope);
    const args = this.#expressions.args(statement.args, scope);
    return (frame) => {
      frame.run.line = line;
      const target = callee(frame);
      if (!isCallable(target)) throw new TemplateError('the call block calls no macro');
      const { positional, keyword } = args(frame);
      const text = toText(
        target({ positional, keyword: new Map([...keyword, ['caller', caller(frame)]]) }),
      );
      frame.run.output += text;
      return 'next';
    };
  }

  #macro(
    parameters: readonly Parameter[],
    statements: readonly Statement[],
    scope: Scope,
  ): (frame: Frame) => Callable {
    const inner = scope.function();
    const slots = parameters.map(({ name }) => inner.declare(name));
    const callerSlot = inner.declare('caller');
    const fallbacks = parameters.map(({ fallback }) =>
      fallback === undefined ? undefined : this.#expressions.compile(fallback, inner),
    );
    const names = parameters.map(({ name }) => name);
    const body = this.scoped(statements, inner.block());
    return (parent) => (args) => {
      const { run } = parent;
      checkArguments(names, args);
      const frame: Frame = { slots: [], parent, run };
      frame.slots[callerSlot] = args.keyword.get('caller');
      for (const [index, slot] of slots.entries()) {
        const name = names[index] ?? '';
        const given = args.positional[index] ?? args.keyword.get(name);
        frame.slots[slot] = given === undefined ? fallbacks[index]?.(frame) : given;
      }
      run.depth += 1;
      if (run.depth > DEEPEST_CALL) throw new TemplateError('macros call each other without end');
      const text = capture(frame, body);
      run.depth -= 1;
      return text;
    };
  }

  #filters(
    filters: readonly BlockFilter[],
    scope: Scope,
  ): (frame: Frame, value: unknown) => unknown {
    const steps = filters.map(
      ({ name, args, line }) =>
        [findFilter(name, line), this.#expressions.args(args, scope)] as const,
    );
    return (frame, value) => {
      let result = value;
      for (const [filter, args] of steps) result = filter(result, args(frame));
      return result;
    };
  }

  #assign(target: Target, scope: Scope): Assign {
    if (target.kind === 'tuple') {
      const parts = target.items.map((part) => this.#assign(part, scope));
      return (frame, value) => {
        const items = iterate(value);
        if (items.length !== parts.length) {
          throw new TemplateError(`${items.length} values for ${parts.length} names`);
        }
        for (const [index, assign] of parts.entries()) assign(frame, items[index]);
      };
    }
    if (target.kind === 'attribute') {
      const namespace: Evaluate = this.#expressions.name(target.namespace, scope);
      const { name } = target;
      return (frame, value) => {
        const object = namespace(frame);
        if (!(object instanceof Namespace)) {
          throw new TemplateError(`cannot assign to \`${target.namespace}.${name}\``);
        }
        object.values.set(name, value);
      };
    }
    const slot = scope.find(target.name);
    if (slot === undefined) throw new TemplateError(`\`${target.name}\` has no scope`);
    const { depth, index } = slot;
    return (frame, value) => {
      outerFrame(frame, depth).slots[index] = value;
    };
  }
}

/** What a body writes, instead of writing it. */
function capture(frame: Frame, body: Execute): string {
  const { run } = frame;
  const before = run.output;
  run.output = '';
  body(frame);
  const text = run.output;
  run.output = before;
  return text;
}

function checkArguments(names: readonly string[], args: CallArguments): void {
  if (args.positional.length > names.length) {
    throw new TemplateError(`the macro takes at most ${names.length} arguments`);
  }
  for (const name of args.keyword.keys()) {
    if (name !== 'caller' && !names.includes(name)) {
      throw new TemplateError(`the macro has no argument '${name}'`);
    }
  }
}
