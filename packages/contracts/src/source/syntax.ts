/** A node of a syntax tree. */
export interface SyntaxNode {
  type: string;
  /** Characters from the start of the code. */
  start: number;
  end: number;
  readonly [key: string]: unknown;
}

/** Parses a text. @throws Error on a syntax error */
export async function parseSyntax(
  text: string,
  lang: 'js' | 'jsx' | 'ts' | 'tsx',
): Promise<SyntaxNode> {
  const { parseAst } = await import('rolldown/parseAst');
  return { ...parseAst(text, { lang }) };
}

/** Calls back for each node, outside in and in the order of the code. */
export function walkSyntax(
  node: SyntaxNode,
  visit: (node: SyntaxNode) => 'skip' | undefined,
): void {
  if (visit(node) === 'skip') return;
  for (const value of Object.values(node)) {
    const children: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const child of children) if (isNode(child)) walkSyntax(child, visit);
  }
}

/** Whether a value is a node of a syntax tree. */
export function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    'start' in value &&
    typeof value.start === 'number'
  );
}
