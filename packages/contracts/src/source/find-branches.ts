import { isNode, type SyntaxNode, walkSyntax } from './syntax.ts';

/** Children that run or do not, by the type of node that decides. */
const DECIDED: Readonly<Record<string, readonly string[]>> = {
  IfStatement: ['consequent', 'alternate'],
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['right'],
  CatchClause: ['body'],
  ForStatement: ['body'],
  ForOfStatement: ['body'],
  ForInStatement: ['body'],
  WhileStatement: ['body'],
  FunctionDeclaration: ['body'],
  FunctionExpression: ['body'],
  ArrowFunctionExpression: ['body'],
};

/** Positions where the branches of a program begin, in the order of the code. */
export function findBranches(program: SyntaxNode): number[] {
  const starts: number[] = [];
  walkSyntax(program, (node) => {
    for (const key of DECIDED[node.type] ?? []) {
      const child = node[key];
      if (isNode(child)) starts.push(innerStart(child));
    }
    if (node.type === 'SwitchCase' && Array.isArray(node['consequent'])) {
      const first: unknown = node['consequent'][0];
      if (isNode(first)) starts.push(innerStart(first));
    }
    return undefined;
  });
  return [...new Set(starts)].toSorted((a, b) => a - b);
}

/** V8 counts a block from its first statement on. */
function innerStart(node: SyntaxNode): number {
  const body = node['body'];
  const first: unknown = node.type === 'BlockStatement' && Array.isArray(body) ? body[0] : null;
  return isNode(first) ? first.start : node.start;
}
