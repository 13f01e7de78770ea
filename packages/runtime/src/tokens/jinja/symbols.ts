import { type NameUse, targetUses, usesOf } from './name-uses.ts';
import type { Arguments, Expression, Statement, Target } from './syntax.ts';
import { TemplateError } from './template-error.ts';

/** The slots of the template, of one macro, or of one recursive loop. */
export class FunctionSlots {
  readonly parent: FunctionSlots | undefined;
  count = 0;

  constructor(parent?: FunctionSlots) {
    this.parent = parent;
  }
}

/** A variable: a slot of a function. */
export interface Variable {
  readonly owner: FunctionSlots;
  readonly index: number;
}

/** What a variable holds when its scope is entered. */
export type Load =
  | { kind: 'parameter' | 'undefined' }
  | { kind: 'context'; name: string }
  | { kind: 'copy'; of: Variable };

/**
 * The names of one scope. As in Jinja, where a name is first used in a scope decides what it means
 * there: read first, it is the outer variable or the context's; assigned first, it is the scope's
 * own, and starts as the outer one, or undefined.
 */
export class Symbols {
  readonly slots: FunctionSlots;
  readonly #parent: Symbols | undefined;
  /** One name is one variable in all branches of a scope. */
  readonly #variables: Map<string, Variable>;
  #refs = new Map<string, Variable>();
  #loads = new Map<Variable, Load>();
  #stores = new Set<string>();

  constructor(slots: FunctionSlots, parent?: Symbols, variables = new Map<string, Variable>()) {
    this.slots = slots;
    this.#parent = parent;
    this.#variables = variables;
  }

  /** A scope within this one; `slots` when it is a function of its own. */
  inner(slots: FunctionSlots = this.slots): Symbols {
    return new Symbols(slots, this);
  }

  get loads(): ReadonlyMap<Variable, Load> {
    return this.#loads;
  }

  find(name: string): Variable | undefined {
    return this.#refs.get(name) ?? this.#parent?.find(name);
  }

  /**
   * The variable that a name means here.
   *
   * @throws TemplateError where Jinja lost the name, in a filter of a `set` block
   */
  variable(name: string): Variable {
    const found = this.find(name);
    if (found === undefined) throw new TemplateError(`\`${name}\` cannot be used in this place`);
    return found;
  }

  /** Whether a name is no variable of the template's own. */
  isFromContext(name: string): boolean {
    const variable = this.#refs.get(name);
    if (variable === undefined) return this.#parent?.isFromContext(name) ?? true;
    return this.#loads.get(variable)?.kind === 'context';
  }

  declareParameter(name: string): Variable {
    this.#stores.add(name);
    return this.#define(name, { kind: 'parameter' });
  }

  /** Takes in names in the order in which they are used. */
  use(uses: Iterable<NameUse>): void {
    for (const { name, context } of uses) {
      if (context === 'load') this.#load(name);
      else if (context === 'store') this.#store(name);
      else this.declareParameter(name);
    }
  }

  /** Takes in a body; scopes inside it take in their own. */
  useBody(body: readonly Statement[]): void {
    for (const statement of body) this.#useStatement(statement);
  }

  useExpression(expression: Expression | undefined): void {
    if (expression !== undefined) this.use(usesOf(expression));
  }

  useArguments(args: Arguments): void {
    this.use(usesOf({ kind: 'args', args }));
  }

  useTarget(target: Target, context: 'store' | 'param'): void {
    this.use(targetUses(target, context));
  }

  #define(name: string, load: Load): Variable {
    let variable = this.#variables.get(name);
    if (variable === undefined) {
      variable = { owner: this.slots, index: this.slots.count };
      this.slots.count += 1;
      this.#variables.set(name, variable);
    }
    this.#refs.set(name, variable);
    this.#loads.set(variable, load);
    return variable;
  }

  #load(name: string): void {
    if (this.find(name) === undefined) this.#define(name, { kind: 'context', name });
  }

  #store(name: string): void {
    this.#stores.add(name);
    if (this.#refs.has(name)) return;
    const outer = this.#parent?.find(name);
    this.#define(name, outer === undefined ? { kind: 'undefined' } : { kind: 'copy', of: outer });
  }

  #useStatement(statement: Statement): void {
    switch (statement.kind) {
      case 'output':
        this.useExpression(statement.value);
        break;
      case 'if':
        this.#useIf(statement.branches, statement.otherwise);
        break;
      case 'for':
        this.useExpression(statement.iterable);
        break;
      case 'set':
        this.useExpression(statement.value);
        this.useTarget(statement.target, 'store');
        break;
      case 'set block':
        this.useTarget(statement.target, 'store');
        break;
      case 'filter block':
        for (const { args } of statement.filters) this.useArguments(args);
        break;
      case 'with':
        for (const { value } of statement.bindings) this.useExpression(value);
        break;
      case 'macro':
        this.#store(statement.name);
        break;
      case 'call block':
        this.useExpression(statement.callee);
        this.useArguments(statement.args);
        break;
      case 'text':
      case 'generation':
      case 'break':
      case 'continue':
        break;
    }
  }

  #useIf(
    [first, ...others]: (Statement & { kind: 'if' })['branches'],
    otherwise: readonly Statement[] | undefined,
  ): void {
    if (first === undefined) return;
    this.useExpression(first.test);
    const [body, elif, last] = [this.#branch(), this.#branch(), this.#branch()];
    body.useBody(first.body);
    for (const branch of others) elif.#useIf([branch], undefined);
    last.useBody(otherwise ?? []);
    this.#merge([body, elif, last]);
  }

  #branch(): Symbols {
    const copy = new Symbols(this.slots, this.#parent, this.#variables);
    copy.#refs = new Map(this.#refs);
    copy.#loads = new Map(this.#loads);
    copy.#stores = new Set(this.#stores);
    return copy;
  }

  /** What only a branch assigns is the outer variable or the context's when it was not taken. */
  #merge(branches: readonly Symbols[]): void {
    const stored = new Set(branches.flatMap((branch) => [...branch.#stores]));
    for (const name of this.#stores) stored.delete(name);
    for (const branch of branches) {
      for (const [name, variable] of branch.#refs) this.#refs.set(name, variable);
      for (const [variable, load] of branch.#loads) this.#loads.set(variable, load);
      for (const name of branch.#stores) this.#stores.add(name);
    }
    for (const name of stored) {
      const outer = this.#parent?.find(name);
      this.#loads.set(
        this.variable(name),
        outer === undefined ? { kind: 'context', name } : { kind: 'copy', of: outer },
      );
    }
  }
}
