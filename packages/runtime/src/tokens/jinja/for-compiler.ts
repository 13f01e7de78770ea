import { charge } from './budget.ts';
import type { Execute, Frame } from './frame.ts';
import { LoopContext } from './loop-context.ts';
import { deepUses, readBeforeAssigned } from './name-uses.ts';
import { capture, enterCall, write } from './output.ts';
import { FunctionSlots, type Symbols } from './symbols.ts';
import type { Statement } from './syntax.ts';
import type { StatementCompiler } from './template-compiler.ts';
import { TemplateError } from './template-error.ts';
import { iterator, PyIterator } from './values.ts';

type ForStatement = Statement & { kind: 'for' };

/** Goes over items: the loop, and the `else` when no round came to its end. */
type RunLoop = (
  frame: Frame,
  iterable: unknown,
  depth: number,
  recurse: ((iterable: unknown, depth: number) => string) | undefined,
) => ReturnType<Execute>;

/** Compiles `for`. */
export class ForCompiler {
  readonly #compiler: StatementCompiler;

  constructor(compiler: StatementCompiler) {
    this.#compiler = compiler;
  }

  compile(statement: ForStatement, symbols: Symbols): Execute {
    const { line, isRecursive } = statement;
    for (const { name, context } of deepUses([statement])) {
      if (context === 'store' && name === 'loop') {
        throw new TemplateError('the variable `loop` cannot be assigned to in a loop');
      }
    }
    const iterable = this.#compiler.expressions.compile(statement.iterable, symbols);
    const filtered = this.#test(statement, symbols);
    const slots = isRecursive ? new FunctionSlots(symbols.slots) : symbols.slots;
    const runLoop = this.#loop(statement, symbols, slots);
    if (!isRecursive) {
      return (frame) => {
        frame.run.line = line;
        return runLoop(frame, filtered(frame, iterable(frame)), 0, undefined);
      };
    }
    return (frame) => {
      const recurse = (items: unknown, depth: number): string => {
        const inner: Frame = { slots: [], parent: frame, run: frame.run };
        return enterCall(frame.run, () => {
          const given = filtered(frame, items);
          return capture(inner, () => runLoop(inner, given, depth, recurse)).text;
        });
      };
      frame.run.line = line;
      write(frame.run, recurse(iterable(frame), 0));
      return 'next';
    };
  }

  /** The items that pass the loop's own `if`, tested one by one as the loop takes them. */
  #test(statement: ForStatement, symbols: Symbols): (frame: Frame, items: unknown) => unknown {
    if (statement.test === undefined) return (_, items) => items;
    const inner = symbols.inner();
    inner.useTarget(statement.target, 'param');
    inner.useExpression(statement.test);
    const enter = this.#compiler.enter(inner);
    const assign = this.#compiler.assign(statement.target, inner);
    const passes = this.#compiler.expressions.condition(statement.test, inner);
    function* filter(frame: Frame, items: Iterator<unknown, undefined>) {
      enter?.(frame);
      for (let step = items.next(); step.done !== true; step = items.next()) {
        charge(1);
        assign(frame, step.value);
        if (passes(frame)) yield step.value;
      }
      return undefined;
    }
    return (frame, items) => new PyIterator(filter(frame, iterator(items)));
  }

  #loop(statement: ForStatement, symbols: Symbols, slots: FunctionSlots): RunLoop {
    const compiler = this.#compiler;
    const inner = symbols.inner(slots);
    const isExtended =
      statement.isRecursive || readBeforeAssigned(statement.body, ['loop']).has('loop');
    const loopVariable = isExtended ? inner.declareParameter('loop') : undefined;
    inner.useTarget(statement.target, 'param');
    inner.useBody(statement.body);
    const assign = compiler.assign(statement.target, inner);
    const before = compiler.compiled;
    const body = compiler.scoped(statement.body, inner);
    const weight = 1 + compiler.compiled - before;
    const otherwise = this.#otherwise(statement, symbols, slots);
    return (frame, iterable, depth, recurse) => {
      let isWhole = false;
      const round = (value: unknown): boolean => {
        charge(weight);
        assign(frame, value);
        const flow = body(frame);
        if (flow === 'next') isWhole = true;
        return flow !== 'break';
      };
      if (loopVariable === undefined) {
        const items = iterator(iterable);
        for (let step = items.next(); step.done !== true; step = items.next()) {
          if (!round(step.value)) break;
        }
      } else {
        const loop = new LoopContext(iterable, depth, recurse);
        for (let step = loop.next(); step.done !== true; step = loop.next()) {
          // Inner functions may have written the slot.
          frame.slots[loopVariable.index] = loop;
          if (!round(step.value)) break;
        }
      }
      // As Jinja compiles it: a round that `break` or `continue` left does not count.
      return isWhole || otherwise === undefined ? 'next' : otherwise(frame);
    };
  }

  #otherwise(
    { otherwise }: ForStatement,
    symbols: Symbols,
    slots: FunctionSlots,
  ): Execute | undefined {
    if (otherwise === undefined) return undefined;
    const inner = symbols.inner(slots);
    inner.useBody(otherwise);
    return this.#compiler.scoped(otherwise, inner);
  }
}
