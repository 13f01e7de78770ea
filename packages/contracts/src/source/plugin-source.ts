import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import type { PreparedModule } from 'slime-runtime/hosting';

/** A node of a syntax tree. */
export interface SyntaxNode {
  type: string;
  /** Characters from the start of the code. */
  start: number;
  end: number;
  readonly [key: string]: unknown;
}

/** A file of the user's as it was written. */
export interface WrittenFile {
  /** Absolute. */
  file: string;
  text: string;
}

/** What runs as a plugin's module, and what it was made of. */
export interface PluginSource {
  code: string;
  program: SyntaxNode;
  /** From `code` to the written files; null where it runs as it was written. */
  map: SourceMap | null;
  /** The plugin's file first, then those that it imports; packages are left out. */
  written: readonly WrittenFile[];
}

/** Parses what runs as a plugin's module: the bundle of its own files, or its built JavaScript. */
export async function parsePluginSource(module: PreparedModule): Promise<PluginSource> {
  const code = module.code ?? (await readFile(module.file, 'utf8'));
  const map = module.code === null ? null : readSourceMap(code);
  const written =
    map === null ? [{ file: module.file, text: code }] : await filesOf(map, module.file);
  return { code, program: await parseSyntax(code, 'js'), map, written };
}

/** Parses a text. @throws Error on a syntax error */
export async function parseSyntax(
  text: string,
  lang: 'js' | 'jsx' | 'ts' | 'tsx',
): Promise<SyntaxNode> {
  const { parseAst } = await import('rolldown/parseAst');
  return { ...parseAst(text, { lang }) };
}

function readSourceMap(code: string): SourceMap | null {
  const encoded = /\/\/# sourceMappingURL=data:application\/json;[^,]*base64,([\w+/=]+)\s*$/.exec(
    code,
  )?.[1];
  if (encoded === undefined) return null;
  return new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')));
}

async function filesOf(map: SourceMap, file: string): Promise<WrittenFile[]> {
  const { sources, sourcesContent } = map.payload;
  const files: WrittenFile[] = [];
  for (const [at, source] of sources.entries()) {
    const path = resolve(dirname(file), source);
    if (path !== file && /[\\/]node_modules[\\/]/.test(path)) continue;
    // Data files have no text in the map.
    files.push({ file: path, text: sourcesContent[at] || (await readFile(path, 'utf8')) });
  }
  return files.toReversed();
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
