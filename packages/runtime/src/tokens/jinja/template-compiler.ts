import { depthOf, ExpressionCompiler } from './expression-compiler.ts';
import { findFilter } from './filters.ts';
import { type Evaluate, type Execute, type Frame, outerFrame } from './frame.ts';
import { checkNamespaceName } from './globals.ts';
import { ForCompiler } from './for-compiler.ts';
import { MacroCompiler } from './macro-compiler.ts';
import { asText, capture, write } from './output.ts';
import { toText } from './python-text.ts';
import { FunctionSlots, type Load, Symbols } from './symbols.ts';
import type { BlockFilter, Statement, Target } from './syntax.ts';
import { TemplateError } from './template-error.ts';
import { iterate, Namespace } from './values.ts';

type Assign = (frame: Frame, value: unknown) => void;

/**
 * Compiles statements to closures.
 *
 * @throws TemplateError for a filter, test or name that is unknown or not implemented
 */
export function compileStatements(
  statements: readonly Statement[],
  globals: ReadonlyMap<string, unknown>,
): Execute {
  const compiler = new StatementCompiler(new ExpressionCompiler(globals));
  const symbols = new Symbols(new FunctionSlots());
  symbols.useBody(statements);
  return compiler.scoped(statements, symbols);
}

/** Compiles statements; loops and macros have compilers of their own. */
export class StatementCompiler {
  readonly expressions: ExpressionCompiler;
  readonly #loops = new ForCompiler(this);
  readonly #macros = new MacroCompiler(this);
  #statements = 0;

  constructor(expressions: ExpressionCompiler) {
    this.expressions = expressions;
  }

  /** Expressions and statements compiled so far. */
  get compiled(): number {
    return this.expressions.compiled + this.#statements;
  }

  /** A body with variables of its own. */
  scoped(body: readonly Statement[], symbols: Symbols): Execute {
    const enter = this.enter(symbols);
    const run = this.body(body, symbols);
    if (enter === undefined) return run;
    return (frame) => {
      enter(frame);
      return run(frame);
    };
  }

  /** Sets the variables of a scope to what they hold first; undefined when there are none. */
  enter(symbols: Symbols): ((frame: Frame) => void) | undefined {
    const initial = [...symbols.loads].flatMap(([{ index }, load]) => {
      const value = this.#initial(load, symbols);
      return value === undefined ? [] : [[index, value] as const];
    });
    if (initial.length === 0) return undefined;
    return (frame) => {
      for (const [index, value] of initial) frame.slots[index] = value(frame);
    };
  }

  #initial(load: Load, symbols: Symbols): Evaluate | undefined {
    switch (load.kind) {
      case 'parameter':
        return undefined;
      case 'undefined':
        return () => undefined;
      case 'context':
        return this.expressions.contextName(load.name);
      case 'copy':
        return this.expressions.read(load.of, symbols);
    }
  }

  body(body: readonly Statement[], symbols: Symbols): Execute {
    const steps = body.map((statement) => this.#statement(statement, symbols));
    return (frame) => {
      for (const step of steps) {
        const flow = step(frame);
        if (flow !== 'next') return flow;
      }
      return 'next';
    };
  }

  #statement(statement: Statement, symbols: Symbols): Execute {
    this.#statements += 1;
    try {
      return this.#compile(statement, symbols);
    } catch (error) {
      // The line of the statement, where no part of it had one of its own.
      if (!(error instanceof TemplateError) || error.line !== undefined) throw error;
      throw new TemplateError(error.message, statement.line);
    }
  }

  #compile(statement: Statement, symbols: Symbols): Execute {
    const { line } = statement;
    switch (statement.kind) {
      case 'text': {
        const { text } = statement;
        return ({ run }) => {
          write(run, text);
          return 'next';
        };
      }
      case 'output': {
        const value = this.expressions.compile(statement.value, symbols);
        return (frame) => {
          frame.run.line = line;
          write(frame.run, toText(value(frame)));
          return 'next';
        };
      }
      case 'if':
        return this.#if(statement, symbols);
      case 'for':
        return this.#loops.compile(statement, symbols);
      case 'set': {
        const value = this.expressions.compile(statement.value, symbols);
        const assign = this.assign(statement.target, symbols);
        return (frame) => {
          frame.run.line = line;
          assign(frame, value(frame));
          return 'next';
        };
      }
      case 'set block':
        return this.#capture(statement, symbols, this.assign(statement.target, symbols));
      case 'filter block':
        return this.#capture(statement, symbols, ({ run }, value) => write(run, asText(value)));
      case 'with':
        return this.#with(statement, symbols);
      case 'generation':
      case 'macro':
      case 'call block':
        return this.#macros.compile(statement, symbols);
      case 'break':
      case 'continue': {
        const { kind } = statement;
        return () => kind;
      }
    }
  }

  #if(statement: Statement & { kind: 'if' }, symbols: Symbols): Execute {
    const { line } = statement;
    const branches = statement.branches.map(
      ({ test, body }) =>
        [this.expressions.condition(test, symbols), this.body(body, symbols)] as const,
    );
    const otherwise =
      statement.otherwise === undefined ? undefined : this.body(statement.otherwise, symbols);
    return (frame) => {
      frame.run.line = line;
      for (const [test, body] of branches) if (test(frame)) return body(frame);
      return otherwise === undefined ? 'next' : otherwise(frame);
    };
  }

  /** A block whose text goes through filters instead of out. */
  #capture(
    statement: Statement & { kind: 'set block' | 'filter block' },
    symbols: Symbols,
    done: Assign,
  ): Execute {
    const { line } = statement;
    const inner = symbols.inner();
    inner.useBody(statement.body);
    if (statement.kind === 'filter block') {
      for (const { args } of statement.filters) inner.useArguments(args);
    }
    const body = this.scoped(statement.body, inner);
    const filters = this.#filters(statement.filters, inner);
    return (frame) => {
      const { text, flow } = capture(frame, body);
      if (flow !== 'next') return flow;
      frame.run.line = line;
      done(frame, filters(frame, text));
      return 'next';
    };
  }

  #with(statement: Statement & { kind: 'with' }, symbols: Symbols): Execute {
    const inner = symbols.inner();
    for (const { target } of statement.bindings) inner.useTarget(target, 'param');
    inner.useBody(statement.body);
    const enter = this.enter(inner);
    const bindings = statement.bindings.map(
      ({ target, value }) =>
        [this.expressions.compile(value, symbols), this.assign(target, inner)] as const,
    );
    const body = this.body(statement.body, inner);
    return (frame) => {
      enter?.(frame);
      frame.run.line = statement.line;
      for (const [value, assign] of bindings) assign(frame, value(frame));
      return body(frame);
    };
  }

  #filters(
    filters: readonly BlockFilter[],
    symbols: Symbols,
  ): (frame: Frame, value: unknown) => unknown {
    const steps = filters.map(
      ({ name, args, line }) =>
        [findFilter(name, line), this.expressions.args(args, symbols)] as const,
    );
    return (frame, value) => {
      let result = value;
      for (const [filter, args] of steps) result = filter(result, args(frame));
      return result;
    };
  }

  /** Writes a value to a name, to several, or to a namespace. */
  assign(target: Target, symbols: Symbols): Assign {
    if (target.kind === 'tuple') {
      const parts = target.items.map((part) => this.assign(part, symbols));
      return (frame, value) => {
        const items = iterate(value);
        if (items.length !== parts.length) {
          throw new TemplateError(`${items.length} values for ${parts.length} names`);
        }
        for (const [index, assign] of parts.entries()) assign(frame, items[index]);
      };
    }
    if (target.kind === 'attribute') {
      const { name } = target;
      const read = this.expressions.read(symbols.variable(target.namespace), symbols);
      return (frame, value) => {
        const object = read(frame);
        if (!(object instanceof Namespace)) {
          throw new TemplateError(`cannot assign to \`${target.namespace}.${name}\``);
        }
        checkNamespaceName(name);
        object.values.set(name, value);
      };
    }
    const variable = symbols.variable(target.name);
    const depth = depthOf(variable, symbols);
    return (frame, value) => {
      outerFrame(frame, depth).slots[variable.index] = value;
    };
  }
}
