import { readFile } from 'node:fs/promises';
import type { PreparedModule } from 'slime-runtime/hosting';

/** A node of a syntax tree. */
export interface SyntaxNode {
  type: string;
  /** Characters from the start of the code. */
  start: number;
  end: number;
  readonly [key: string]: unknown;
}

/** The code that runs as a plugin's module, and its syntax. */
export interface PluginSource {
  code: string;
  program: SyntaxNode;
}

/** Parses what runs as a plugin's module: the bundle of its own files, or its built JavaScript. */
export async function parsePluginSource(module: PreparedModule): Promise<PluginSource> {
  const { parseAst } = await import('rolldown/parseAst');
  const code = module.code ?? (await readFile(module.file, 'utf8'));
  return { code, program: { ...parseAst(code) } };
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
