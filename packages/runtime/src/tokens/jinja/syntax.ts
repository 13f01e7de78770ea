/** An argument list: positional, by keyword, then `*rest` and `**options`. */
export interface Arguments {
  readonly positional: readonly Expression[];
  readonly keyword: readonly (readonly [string, Expression])[];
  readonly rest: Expression | undefined;
  readonly options: Expression | undefined;
}

/** Of a filter or test without brackets. */
export const NO_ARGUMENTS: Arguments = {
  positional: [],
  keyword: [],
  rest: undefined,
  options: undefined,
};

export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**';
export type CompareOperator = '==' | '!=' | '<' | '>' | '<=' | '>=' | 'in' | 'not in';

/** An expression of the template language. */
export type Expression =
  | { kind: 'constant'; value: string | number | bigint | boolean | null }
  | { kind: 'float'; value: number }
  | { kind: 'name'; name: string }
  | { kind: 'or' | 'and'; left: Expression; right: Expression }
  | { kind: 'not' | 'negative' | 'positive'; operand: Expression }
  | { kind: 'conditional'; test: Expression; value: Expression; otherwise: Expression | undefined }
  | { kind: 'binary'; operator: BinaryOperator; left: Expression; right: Expression }
  | {
      kind: 'compare';
      first: Expression;
      rest: readonly (readonly [CompareOperator, Expression])[];
    }
  | { kind: 'concat'; parts: readonly Expression[] }
  | { kind: 'tuple' | 'list'; items: readonly Expression[] }
  | { kind: 'dict'; entries: readonly (readonly [Expression, Expression])[] }
  | { kind: 'attribute'; object: Expression; name: string }
  | { kind: 'item'; object: Expression; key: Expression }
  | {
      kind: 'slice';
      object: Expression;
      start: Expression | undefined;
      stop: Expression | undefined;
      step: Expression | undefined;
    }
  | { kind: 'call'; callee: Expression; args: Arguments }
  | { kind: 'filter'; name: string; operand: Expression; args: Arguments; line: number }
  | {
      kind: 'test';
      name: string;
      operand: Expression;
      args: Arguments;
      negated: boolean;
      line: number;
    };

/** What `set` and `for` write to. */
export type Target =
  | { kind: 'name'; name: string }
  | { kind: 'attribute'; namespace: string; name: string }
  | { kind: 'tuple'; items: readonly Target[] };

/** A filter of `set` and `filter` blocks, applied to what the block wrote. */
export interface BlockFilter {
  readonly name: string;
  readonly args: Arguments;
  readonly line: number;
}

/** A parameter of a macro or a call block. */
export interface Parameter {
  readonly name: string;
  readonly fallback: Expression | undefined;
}

/** A statement of the template language. */
export type Statement = { line: number } & (
  | { kind: 'text'; text: string }
  | { kind: 'output'; value: Expression }
  | {
      kind: 'if';
      branches: readonly { test: Expression; body: readonly Statement[] }[];
      otherwise: readonly Statement[] | undefined;
    }
  | {
      kind: 'for';
      target: Target;
      iterable: Expression;
      test: Expression | undefined;
      isRecursive: boolean;
      body: readonly Statement[];
      otherwise: readonly Statement[] | undefined;
    }
  | { kind: 'set'; target: Target; value: Expression }
  | {
      kind: 'set block';
      target: Target;
      filters: readonly BlockFilter[];
      body: readonly Statement[];
    }
  | { kind: 'filter block'; filters: readonly BlockFilter[]; body: readonly Statement[] }
  | {
      kind: 'with';
      bindings: readonly { target: Target; value: Expression }[];
      body: readonly Statement[];
    }
  | { kind: 'generation'; body: readonly Statement[] }
  | { kind: 'macro'; name: string; parameters: readonly Parameter[]; body: readonly Statement[] }
  | {
      kind: 'call block';
      parameters: readonly Parameter[];
      callee: Expression;
      args: Arguments;
      body: readonly Statement[];
    }
  | { kind: 'break' | 'continue' }
);
