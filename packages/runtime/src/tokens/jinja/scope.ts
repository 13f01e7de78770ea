import type { Statement, Target } from './syntax.ts';

/** Where a variable lives: slots of the running function, or of one that it is nested in. */
export interface Slot {
  readonly depth: number;
  readonly index: number;
}

/** The slots of the template or of one macro. */
class FunctionSlots {
  readonly parent: FunctionSlots | undefined;
  count = 0;

  constructor(parent: FunctionSlots | undefined) {
    this.parent = parent;
  }
}

/** A lexical scope at compile time: names to slots. */
export class Scope {
  readonly #outer: Scope | undefined;
  readonly #slots: FunctionSlots;
  readonly #names = new Map<string, number>();

  private constructor(outer: Scope | undefined, slots: FunctionSlots) {
    this.#outer = outer;
    this.#slots = slots;
  }

  static root(): Scope {
    return new Scope(undefined, new FunctionSlots(undefined));
  }

  /** A block within the same function: a loop body, a capture. */
  block(): Scope {
    return new Scope(this, this.#slots);
  }

  /** The body of a macro. */
  function(): Scope {
    return new Scope(this, new FunctionSlots(this.#slots));
  }

  declare(name: string): number {
    const existing = this.#names.get(name);
    if (existing !== undefined) return existing;
    const index = this.#slots.count;
    this.#slots.count += 1;
    this.#names.set(name, index);
    return index;
  }

  find(name: string): Slot | undefined {
    const index = this.#names.get(name);
    if (index !== undefined) return { depth: 0, index };
    const outer = this.#outer;
    const found = outer?.find(name);
    if (outer === undefined || found === undefined || outer.#slots === this.#slots) return found;
    return { depth: found.depth + 1, index: found.index };
  }
}

/** Names that statements of one scope assign. */
export function assignedNames(body: readonly Statement[], names = new Set<string>()): Set<string> {
  for (const statement of body) {
    if (statement.kind === 'set' || statement.kind === 'set block') {
      for (const name of targetNames(statement.target)) names.add(name);
    } else if (statement.kind === 'macro') {
      names.add(statement.name);
    } else if (statement.kind === 'if') {
      for (const branch of statement.branches) assignedNames(branch.body, names);
      assignedNames(statement.otherwise ?? [], names);
    }
  }
  return names;
}

export function targetNames(target: Target): string[] {
  if (target.kind === 'tuple') return target.items.flatMap(targetNames);
  return target.kind === 'name' ? [target.name] : [];
}
