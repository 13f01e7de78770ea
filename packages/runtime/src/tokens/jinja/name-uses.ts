import type { Arguments, BlockFilter, Expression, Parameter, Statement, Target } from './syntax.ts';

/** One mention of a name. */
export interface NameUse {
  readonly name: string;
  readonly context: 'load' | 'store' | 'param';
}

/** Names that an expression reads. */
export function* usesOf(
  expression: Expression | { kind: 'args'; args: Arguments },
): Generator<NameUse> {
  switch (expression.kind) {
    case 'constant':
    case 'float':
      break;
    case 'name':
      yield { name: expression.name, context: 'load' };
      break;
    case 'or':
    case 'and':
    case 'binary':
      yield* usesOf(expression.left);
      yield* usesOf(expression.right);
      break;
    case 'not':
    case 'negative':
    case 'positive':
      yield* usesOf(expression.operand);
      break;
    case 'conditional':
      yield* usesOf(expression.test);
      yield* usesOf(expression.value);
      if (expression.otherwise !== undefined) yield* usesOf(expression.otherwise);
      break;
    case 'compare':
      yield* usesOf(expression.first);
      for (const [, right] of expression.rest) yield* usesOf(right);
      break;
    case 'concat':
      yield* usesOfAll(expression.parts);
      break;
    case 'tuple':
    case 'list':
      yield* usesOfAll(expression.items);
      break;
    case 'dict':
      yield* usesOfAll(expression.entries.flat());
      break;
    case 'attribute':
      yield* usesOf(expression.object);
      break;
    case 'item':
      yield* usesOf(expression.object);
      yield* usesOf(expression.key);
      break;
    case 'slice':
      yield* usesOf(expression.object);
      yield* usesOfAll(
        [expression.start, expression.stop, expression.step].filter((part) => part !== undefined),
      );
      break;
    case 'call':
      yield* usesOf(expression.callee);
      yield* argumentUses(expression.args);
      break;
    case 'filter':
    case 'test':
      yield* usesOf(expression.operand);
      yield* argumentUses(expression.args);
      break;
    case 'args':
      yield* argumentUses(expression.args);
      break;
  }
}

function* usesOfAll(expressions: readonly Expression[]): Generator<NameUse> {
  for (const expression of expressions) yield* usesOf(expression);
}

function* argumentUses({ positional, keyword, rest, options }: Arguments): Generator<NameUse> {
  yield* usesOfAll(positional);
  yield* usesOfAll(keyword.map(([, value]) => value));
  yield* usesOfAll([rest, options].filter((part) => part !== undefined));
}

/** Names that an assignment writes; a namespace is read. */
export function* targetUses(target: Target, context: 'store' | 'param'): Generator<NameUse> {
  if (target.kind === 'name') yield { name: target.name, context };
  else if (target.kind === 'attribute') yield { name: target.namespace, context: 'load' };
  else for (const part of target.items) yield* targetUses(part, context);
}

/** Like {@link targetUses}, but only plain names, as Jinja looks for special ones. */
function* plainTargetUses(target: Target, context: 'store' | 'param'): Generator<NameUse> {
  if (target.kind === 'name') yield { name: target.name, context };
  else if (target.kind === 'tuple') {
    for (const part of target.items) yield* plainTargetUses(part, context);
  }
}

function* filterUses(filters: readonly BlockFilter[]): Generator<NameUse> {
  for (const { args } of filters) yield* argumentUses(args);
}

function* parameterUses(parameters: readonly Parameter[]): Generator<NameUse> {
  for (const { name } of parameters) yield { name, context: 'param' };
  for (const { fallback } of parameters) if (fallback !== undefined) yield* usesOf(fallback);
}

/** All names in a body and the scopes in it, in the order in which Jinja walks over them. */
export function* deepUses(body: readonly Statement[]): Generator<NameUse> {
  for (const statement of body) yield* statementUses(statement);
}

function* statementUses(statement: Statement): Generator<NameUse> {
  switch (statement.kind) {
    case 'output':
      yield* usesOf(statement.value);
      break;
    case 'if':
      yield* branchUses(statement);
      break;
    case 'for':
      yield* plainTargetUses(statement.target, 'store');
      yield* usesOf(statement.iterable);
      yield* deepUses(statement.body);
      yield* deepUses(statement.otherwise ?? []);
      if (statement.test !== undefined) yield* usesOf(statement.test);
      break;
    case 'set':
      yield* plainTargetUses(statement.target, 'store');
      yield* usesOf(statement.value);
      break;
    case 'set block':
      yield* plainTargetUses(statement.target, 'store');
      yield* filterUses(statement.filters);
      yield* deepUses(statement.body);
      break;
    case 'filter block':
      yield* deepUses(statement.body);
      yield* filterUses(statement.filters);
      break;
    case 'with':
      for (const { target } of statement.bindings) yield* plainTargetUses(target, 'param');
      for (const { value } of statement.bindings) yield* usesOf(value);
      yield* deepUses(statement.body);
      break;
    case 'generation':
      yield* deepUses(statement.body);
      break;
    case 'macro':
      yield* parameterUses(statement.parameters);
      yield* deepUses(statement.body);
      break;
    case 'call block':
      yield* usesOf(statement.callee);
      yield* argumentUses(statement.args);
      yield* parameterUses(statement.parameters);
      yield* deepUses(statement.body);
      break;
    case 'text':
    case 'break':
    case 'continue':
      break;
  }
}

function* branchUses({ branches, otherwise }: Statement & { kind: 'if' }): Generator<NameUse> {
  for (const { test, body } of branches) {
    yield* usesOf(test);
    yield* deepUses(body);
  }
  yield* deepUses(otherwise ?? []);
}

/** Which of the special names a body reads before it assigns them itself. */
export function readBeforeAssigned(
  body: readonly Statement[],
  names: readonly string[],
): ReadonlySet<string> {
  const wanted = new Set(names);
  const found = new Set<string>();
  for (const { name, context } of deepUses(body)) {
    if (!wanted.has(name)) continue;
    if (context === 'load') found.add(name);
    else wanted.delete(name);
  }
  return found;
}
