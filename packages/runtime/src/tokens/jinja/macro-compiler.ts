import { charge } from './budget.ts';
import type { Execute, Frame } from './frame.ts';
import { Macro } from './macro.ts';
import { readBeforeAssigned } from './name-uses.ts';
import { asText, capture, enterCall, write } from './output.ts';
import { FunctionSlots, type Symbols } from './symbols.ts';
import type { Parameter, Statement } from './syntax.ts';
import type { StatementCompiler } from './template-compiler.ts';
import { TemplateError } from './template-error.ts';

const SPECIAL = ['caller', 'kwargs', 'varargs'] as const;

/** Compiles what runs as a function: macros, call blocks, generation blocks. */
export class MacroCompiler {
  readonly #compiler: StatementCompiler;

  constructor(compiler: StatementCompiler) {
    this.#compiler = compiler;
  }

  compile(
    statement: Statement & { kind: 'macro' | 'call block' | 'generation' },
    symbols: Symbols,
  ): Execute {
    const { line } = statement;
    if (statement.kind === 'macro') {
      const macro = this.#macro(statement.name, statement.parameters, statement.body, symbols);
      const assign = this.#compiler.assign({ kind: 'name', name: statement.name }, symbols);
      return (frame) => {
        assign(frame, macro(frame));
        return 'next';
      };
    }
    if (statement.kind === 'generation') {
      const body = this.#macro(null, [], statement.body, symbols);
      return (frame) => {
        write(frame.run, body(frame).call({ positional: [], keyword: new Map() }));
        return 'next';
      };
    }
    const caller = this.#macro(null, statement.parameters, statement.body, symbols);
    const { callee, args } = statement;
    const call = this.#compiler.expressions.call(callee, args, symbols, caller);
    return (frame) => {
      frame.run.line = line;
      write(frame.run, asText(call(frame)));
      return 'next';
    };
  }

  #macro(
    name: string | null,
    parameters: readonly Parameter[],
    statements: readonly Statement[],
    symbols: Symbols,
  ): (frame: Frame) => Macro {
    const compiler = this.#compiler;
    const inner = symbols.inner(new FunctionSlots(symbols.slots));
    const names = parameters.map((parameter) => parameter.name);
    for (const parameter of names) inner.declareParameter(parameter);
    for (const { fallback } of parameters) inner.useExpression(fallback);
    inner.useBody(statements);
    const read = readBeforeAssigned(statements, SPECIAL);
    if (read.has('caller') && parameters.some((one) => one.name === 'caller' && !one.fallback)) {
      throw new TemplateError('the argument `caller` of a macro needs a default');
    }
    const special = {
      caller: read.has('caller'),
      kwargs: read.has('kwargs') && !names.includes('kwargs'),
      varargs: read.has('varargs') && !names.includes('varargs'),
    };
    const declared = SPECIAL.flatMap((key) =>
      special[key] && !names.includes(key) ? [[key, inner.declareParameter(key)] as const] : [],
    );
    const slots = parameters.map(({ name: parameter, fallback }) => ({
      name: parameter,
      index: inner.variable(parameter).index,
      fallback: fallback === undefined ? undefined : compiler.expressions.compile(fallback, inner),
    }));
    const before = compiler.compiled;
    const enter = compiler.enter(inner);
    const body = compiler.body(statements, inner);
    const weight = 1 + compiler.compiled - before;
    return (parent) =>
      new Macro(name, names, special, (args) => {
        const { run } = parent;
        charge(weight);
        const frame: Frame = { slots: [], parent, run };
        enter?.(frame);
        for (const [key, { index }] of declared) frame.slots[index] = args[key];
        for (const slot of slots) frame.slots[slot.index] = args.given.get(slot.name);
        for (const slot of slots) {
          if (!args.given.has(slot.name)) frame.slots[slot.index] = slot.fallback?.(frame);
        }
        return enterCall(run, () => capture(frame, body).text);
      });
  }
}
